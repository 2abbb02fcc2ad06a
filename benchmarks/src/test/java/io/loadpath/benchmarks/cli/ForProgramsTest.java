package io.loadpath.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.benchmarks.faults.FaultReport;
import io.loadpath.benchmarks.faults.Finding;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The JSON and dry-run output of commands, which start nothing. */
class ForProgramsTest {
  private static final String ROOT = Path.of("").toAbsolutePath().getParent().toString();

  private static final Pattern KEY = Pattern.compile("`(\\w+)`");

  @TempDir private Path state;

  @RegisterExtension final Printed printed = new Printed();

  /** The project with a missing Hadoop. */
  private Map<String, String> withoutHadoop() {
    return Map.of(
        "LOADPATH_ROOT", ROOT, "LOADPATH_STATE", state.toString(), "HADOOP_HOME", "/nowhere");
  }

  private String out(String... arguments) throws IOException {
    Files.writeString(state.resolve(StateFolder.MARKER), "");
    assertThat(Commands.execute(withoutHadoop(), arguments)).as(printed.err()).isZero();
    return printed.out();
  }

  @Test
  void theListHasSuitesAndPathsWithTheirParameters() throws Exception {
    JsonNode list = new ObjectMapper().readTree(out("list", "--json"));

    assertThat(list.get("suites").findValuesAsText("name"))
        .contains("quick", "noise")
        .doesNotContain("table", "fault-paths");
    List<JsonNode> paths = new ArrayList<>();
    list.get("paths").forEach(paths::add);
    JsonNode job =
        paths.stream().filter(p -> p.get("name").asText().equals("mapreduce-q1")).findAny().get();
    assertThat(job.get("measures").asText()).isEqualTo("query");
    assertThat(job.at("/parameters/files/0").asText()).isEqualTo("cores");
    assertThat(job.get("takesTable").asBoolean()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "list --json | list --json",
        "doctor --json | doctor --json",
        "doctor --oracle URI --json | doctor --oracle oracle://u@h:1521/s --json",
        "compare A B --json | compare RECORD RECORD --json",
        "plan --json | plan --goal 1TiB/h --ingest 2x1GbE --json"
      })
  void theKeysAreThoseOfTheirPage(String command, String arguments) throws IOException {
    Files.writeString(state.resolve(StateFolder.MARKER), "");
    Commands.execute(
        withoutHadoop(), arguments.replace("RECORD", ROOT + "/docs/results/quick.json").split(" "));

    JsonNode json = new ObjectMapper().readTree(printed.out());
    assertThat(json.fieldNames()).toIterable().isSubsetOf(keysOnPage(command));
    List<String> keys = new ArrayList<>();
    json.fieldNames().forEachRemaining(keys::add);
    json.forEach(list -> list.path(0).fieldNames().forEachRemaining(keys::add));
    assertThat(keys).containsAll(keysOnPage(command));
  }

  @Test
  void theKeysOfFaultsAreThoseOfTheirPage() throws IOException {
    assertThat(keysOnPage("faults --json"))
        .containsExactlyElementsOf(
            Stream.of(FaultReport.class, Finding.class)
                .flatMap(kind -> Stream.of(kind.getRecordComponents()))
                .map(RecordComponent::getName)
                .toList());
  }

  private static List<String> keysOnPage(String command) throws IOException {
    String row = "| `" + command + "` | ";
    return Files.readAllLines(Path.of(ROOT, "docs/reference/scripts.md")).stream()
        .filter(line -> line.startsWith(row))
        .flatMap(line -> KEY.matcher(line.substring(row.length())).results())
        .map(key -> key.group(1))
        .toList();
  }

  @Test
  void theListNamesAWayToRunATableAndNoSuiteThatACommandIsNamedLike() throws IOException {
    assertThat(out("list").lines())
        .anyMatch(line -> line.startsWith("  TABLE.yaml "))
        .noneMatch(line -> line.matches("  (table|fault-paths|faults|cluster|own) .*"));
  }

  @Test
  void aDryRunSaysWhatWouldRunAndWritesNothing() throws IOException {
    assertThat(out("run", "--dry-run", "--scale", "0.01", "--out", state + "/results"))
        .contains(
            "suite   quick: ",
            "rounds  3 at most, as many as fit in 3m, and a start run on 1,000 rows\n",
            "data    lineitem at scale factor 0.01\n")
        .contains("\nruns    ")
        .containsPattern(
            "\nwrites  about [0-9.]+ .B into PostgreSQL in \\d rounds? and a start run, at most ")
        .containsPattern("\ntime    about \\d minutes, an estimate by .*docs/results/quick.json");
    assertThat(state.resolve("results")).doesNotExist();
  }

  @Test
  void aDryRunOnATableSaysWhatMayRun() throws IOException {
    assertThat(out("run", ROOT + "/examples/sales.yaml", "--dry-run"))
        .contains("\nmay run copy-load-postgres", "\nwrites  about ", "\ntime    about ")
        .doesNotContain("\nruns ");
  }

  @Test
  void doctorEndsWithWhatToDoFirst() throws IOException {
    Files.writeString(state.resolve(StateFolder.MARKER), "");
    assertThat(Commands.execute(withoutHadoop(), "doctor")).isEqualTo(1);
    assertThat(printed.out().lines())
        .last()
        .asString()
        .isEqualTo(
            "Not ready. First, hadoop: not in HADOOP_HOME=/nowhere: unset it to use the bundled"
                + " one");
  }

  @Test
  void doctorSaysWhatAnOracleNeedsHereAndOnItsHost() throws IOException {
    Files.writeString(state.resolve(StateFolder.MARKER), "");
    String[] words = {"doctor", "--oracle", "oracle://loader@dbhost:1521/pdb1"};
    assertThat(Commands.execute(withoutHadoop(), words)).isEqualTo(1);
    assertThat(printed.out())
        .containsPattern("oracle +missing +needs an Oracle: set ")
        .contains("Not ready. First, oracle: ");

    printed.reset();
    Path secret = Files.writeString(state.resolve("secret"), "hidden");
    String[] more = {words[0], words[1], words[2], "--password-file", secret.toString()};
    Commands.execute(withoutHadoop(), more);
    assertThat(printed.out())
        .containsPattern("oracle +named +jdbc:oracle:thin:@//dbhost:1521/pdb1 as loader\n")
        .containsPattern("files +on its host +external tables: the database sees " + state)
        .containsPattern("preprocessor +on its host ")
        .containsPattern("SYS +by hand +runs external-table/oracle/01-owner.sql once")
        .containsPattern("external-table-load-oracle +(may run|not run) ")
        .doesNotContain("hidden");
  }

  @Test
  void doctorLooksAtOneDatabase() throws IOException {
    Files.writeString(state.resolve(StateFolder.MARKER), "");
    String[] words = {
      "doctor", "--oracle", "oracle://u@h:1521/s", "--postgres", "postgresql://u@h/d"
    };

    assertThat(Commands.execute(withoutHadoop(), words)).isEqualTo(2);
    assertThat(printed.err()).contains("doctor looks at one database");
  }

  @Test
  void faultsEndLikeARunIfNothingCanRunHere() {
    assertThat(Commands.execute(withoutHadoop(), "faults", "--only", "mapreduce-q1")).isEqualTo(1);

    assertThat(printed.err())
        .contains("not run: mapreduce-q1", "loadpath: nothing of this can run here");
  }

  @Test
  void faultsDoNotBreakTheUsersPostgres() {
    String[] words = {
      "faults", "--only", "copy-load-postgres", "--postgres", "postgresql://u@127.0.0.1:1/d"
    };

    assertThat(Commands.execute(withoutHadoop(), words)).isEqualTo(2);

    assertThat(printed.err())
        .contains("only those of the bundled one: leave --postgres out")
        .doesNotContain("refused");
  }
}
