package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The notes and the CPU time that verify makes of what 06-statistics.sql prints. */
class OracleStatisticsTest {
  private static final Path FOLDER = Path.of("oracle");
  private static final String PLAN =
      """
      plan|| Id  | Operation                        | Name         |
      plan||   1 |  PX COORDINATOR                  |              |
      plan||   2 |   LOAD AS SELECT (HIGH WATER MARK)| T            |
      """;
  private static final String CONVENTIONAL =
      """
      plan||   1 |  LOAD TABLE CONVENTIONAL | T            |
      plan|Note
      plan|   - PDML disabled because "parallel DML" is not enabled
      """;

  /** Figures of a load with two servers, without redo, as they rose between the two readings. */
  private static final String USED =
      """
      mystat|CPU used by this session=1200
      mystat|redo size=60000
      mystat|physical writes direct=100
      mystat|physical writes direct temporary tablespace=0
      mystat|DML statements parallelized=1
      mystat|Parallel operations downgraded to serial=0
      sysstat|CPU used by this session=1300
      sysstat|redo size=90000
      sysstat|physical writes direct=110
      sysstat|physical writes direct temporary tablespace=0
      pq|DML Parallelized=1
      sql|DIRECT_WRITES=100
      """;

  /**
   * Values that are not totals: the last one counts. A double cannot tell two such large numbers
   * apart.
   */
  private static final String LAST =
      """
      pq|DOP=2
      unrecoverable change|tablespace=9007199254740993
      force logging|database=NO
      force logging|tablespace=NO
      block size|tablespace=8192
      """;

  @TempDir Path folder;
  private FakeOracle oracle;

  private final Map<String, Integer> used = new LinkedHashMap<>();
  private final Map<String, String> last = new LinkedHashMap<>();
  private String plan = PLAN;

  @BeforeEach
  void prepare() throws IOException {
    oracle = new FakeOracle(folder, "external-table-load-oracle").dba();
    fill();
  }

  private void fill() {
    USED.lines().map(line -> line.split("=")).forEach(u -> used.put(u[0], Integer.parseInt(u[1])));
    LAST.lines().map(line -> line.split("=")).forEach(value -> last.put(value[0], value[1]));
  }

  /** The readings of a load that is what the path's title claims. */
  static void writeGoodReadings(Path file) throws IOException {
    OracleStatisticsTest test = new OracleStatisticsTest();
    test.fill();
    Files.writeString(file, test.readings("", PLAN));
  }

  @Test
  void aLoadThatIsWhatTheTitleSaysHasNoNotes() throws Exception {
    JsonNode proof = proof();

    assertThat(oracle.sessions().get(2))
        .containsSubsequence("@06-statistics.sql", "@04-load.sql", "@06-statistics.sql");
    assertThat(proof)
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"fingerprint": {"rows": 1000}, "storedBytes": 65536, "notes": [],
                     "databaseCpu": {"nanos": 12000000000, "source": "v$mystat"}}
                    """));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CPU used by this session",
        "redo size",
        "physical writes direct",
        "DML statements parallelized"
      })
  void provesNothingWithoutAllOfTheStatistics(String missing) throws Exception {
    used.remove("mystat|" + missing);
    run("", plan);

    assertThat(oracle.fail("verify")).contains("/statistics lacks one of the two readings");
  }

  @ParameterizedTest
  @CsvSource({
    "mystat|redo size, 900000, 900000 bytes of redo for 819200 bytes written by direct path",
    "force logging|database, YES, the database is in FORCE LOGGING mode",
    "force logging|tablespace, YES, the tablespace is in FORCE LOGGING mode",
  })
  void redoIsNoted(String name, String value, String note) throws Exception {
    if (used.containsKey(name)) {
      used.put(name, Integer.parseInt(value));
    } else {
      last.put(name, value);
    }
    last.remove("unrecoverable change|tablespace");

    assertThat(proof().get("notes"))
        .singleElement()
        .extracting(JsonNode::asText)
        .isEqualTo("not NOLOGGING: " + note);
  }

  /** The servers' figures reach v$mystat in practice, but no manual promises it. */
  @Test
  void sessionsFiguresWithoutTheServersGiveWayToThoseOfTheInstance() throws Exception {
    used.put("mystat|physical writes direct", 0);
    used.put("mystat|CPU used by this session", 3);

    assertProof(
        "v$sysstat",
        13_000,
        "v$mystat lacks the figures of the parallel servers: those of v$sysstat, of all sessions, count");
  }

  @Test
  void aConventionalLoadIsNotTakenForOneWithoutTheServersFigures() throws Exception {
    used.put("mystat|physical writes direct", 0);
    used.put("mystat|redo size", 5_000_000);
    used.put("mystat|DML statements parallelized", 0);
    used.put("pq|DML Parallelized", 0);
    last.put("unrecoverable change|tablespace", "7");
    plan = CONVENTIONAL;

    assertProof(
        "v$mystat",
        12_000,
        "not direct-path: no block was written past the buffer cache, and 5000000 bytes of redo",
        "not parallel: the insert ran in one process: PDML disabled because parallel DML is not enabled");
  }

  /** MMON and others write a few blocks directly, whatever the load does. */
  @Test
  void aFewDirectBlocksOfOthersDoNotMakeAConventionalLoadDirect() throws Exception {
    used.put("mystat|physical writes direct", 5);
    used.put("mystat|redo size", 5_000_000);
    last.put("unrecoverable change|tablespace", "7");
    plan = "";

    assertProof(
        "v$mystat",
        12_000,
        "not direct-path: only 40960 bytes were written past the buffer cache, and 5000000 bytes of redo");
  }

  /** A small load into many subpartitions writes more redo for their extents than rows. */
  @ParameterizedTest
  @CsvSource({"8, 0", "7, 1"})
  void theControlFileKnowsWhetherThereWasRedoForTheRows(String change, int notes) throws Exception {
    last.put("unrecoverable change|tablespace", change);
    used.put("mystat|redo size", 700_000);

    assertThat(proof().get("notes")).hasSize(notes);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0, less parallel than requested: DOP 1 of 2",
    "0, 0, ''",
    "0, 1, less parallel than requested: downgraded operations: 1",
    "2, 0, ''",
    "2, 1, ''",
  })
  void theDegreeOfParallelismIsThatOfTheLastStatementOrCountedByDowngrades(
      int dop, int downgraded, String note) throws Exception {
    last.put("pq|DOP", Integer.toString(dop));
    used.put("mystat|Parallel operations downgraded to serial", downgraded);

    JsonNode notes = proof().get("notes");

    assertThat(notes).hasSize(note.isEmpty() ? 0 : 1);
    assertThat(notes.path(0).asText()).isEqualTo(note);
  }

  @Test
  void oneFileIsLoadedInOneProcessAsAskedFor() throws Exception {
    Files.delete(oracle.part(1));
    oracle.set("files", 1);
    used.put("mystat|DML statements parallelized", 0);
    used.put("pq|DML Parallelized", 0);
    last.put("pq|DOP", "0");

    assertThat(proof().get("notes")).isEmpty();
  }

  /** A plan that the first reading prints is that of an earlier load. */
  @Test
  void thePlanIsThatOfTheLastReading() throws Exception {
    assertThat(proof(CONVENTIONAL, PLAN).get("notes")).isEmpty();
  }

  /** DBMS_XPLAN runs with its caller's privileges, and reads three more views. */
  @Test
  void theOwnerMayReadWhatTheScriptReads() throws IOException {
    String script =
        String.join("\n", SqlPlusScript.read(FOLDER.resolve("06-statistics.sql")).statements());
    Set<String> read = found("\\bv(\\$\\w+)", script);
    if (script.contains("DBMS_XPLAN.DISPLAY_CURSOR")) {
      read.addAll(List.of("$session", "$sql_plan", "$sql_plan_statistics_all"));
    }

    assertThat(read).contains("$pq_sesstat", "$sql", "$datafile", "$mystat", "$sysstat");
    assertThat(
            found(
                "GRANT SELECT ON v_(\\$\\w+) TO &owner",
                String.join(";", SqlPlusScript.read(FOLDER.resolve("01-owner.sql")).statements())))
        .isEqualTo(read);
  }

  private static Set<String> found(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void assertProof(String source, int milliseconds, String... notes) throws Exception {
    JsonNode proof = proof();

    assertThat(proof.get("databaseCpu").get("source").asText()).isEqualTo(source);
    assertThat(proof.get("databaseCpu").get("nanos").asLong()).isEqualTo(milliseconds * 1_000_000L);
    assertThat(proof.get("notes")).extracting(JsonNode::asText).containsExactly(notes);
  }

  private JsonNode proof() throws Exception {
    return proof("", plan);
  }

  private JsonNode proof(String firstPlan, String lastPlan) throws Exception {
    run(firstPlan, lastPlan);
    oracle.install("sqlplus", "echo; echo '1000|65536'; echo '{\"rows\":1000}'");
    return new ObjectMapper().readTree(oracle.succeed("verify").out());
  }

  private void run(String firstPlan, String lastPlan) throws Exception {
    Path printed = Files.writeString(folder.resolve("readings"), readings(firstPlan, lastPlan));
    oracle.succeed("setup");
    oracle.install("sqlplus", "cat '" + printed + "'");
    oracle.program("run").run();
  }

  private String readings(String firstPlan, String lastPlan) {
    StringBuilder readings = new StringBuilder();
    used.keySet().forEach(name -> readings.append(name + "|1000\n"));
    boolean great = last.getOrDefault("unrecoverable change|tablespace", "").length() > 1;
    String change = great ? "9007199254740992" : "7"; // before the load
    readings.append("unrecoverable change|tablespace|" + change + "\n");
    readings.append("pq|DOP|0\nblock size|tablespace|8192\n").append(firstPlan);
    used.forEach((name, value) -> readings.append(name + "|" + (1000 + value) + "\n"));
    last.forEach((name, value) -> readings.append(name + "|" + value + "\n"));
    return readings.append(lastPlan).append("\n").toString();
  }
}
