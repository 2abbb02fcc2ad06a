package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.externaltable.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The path external-table-postgres when things go wrong: a table that holds a load already is left
 * as it was, and nothing is left of the load that failed.
 */
class PostgresFaultsIT {
  private static final String GOOD = "4|VISA|7641|38|09/14/2009|6600355|Fort Lauderdale|FL|33323|";
  private static final long ROWS = 1000;
  private static final String FIRST_REASON =
      "too few fields: 0 with a | behind it, but there are 9 columns";

  /** Rows that cannot be loaded, by their error. */
  private static final Map<String, String> BAD_ROWS = new LinkedHashMap<>();

  static {
    BAD_ROWS.put(FIRST_REASON, GOOD.replace('|', ';'));
    BAD_ROWS.put(
        "column purchase_dt: date/time field value out of range: \"31/12/2009\"",
        GOOD.replace("09/14", "31/12"));
    BAD_ROWS.put(
        "column purchase_dt: invalid input syntax for type date: \"14.Sept\"",
        GOOD.replace("09/14/2009", "14.Sept"));
    BAD_ROWS.put("too few fields: 8 with", GOOD.replace("VISA|", ""));
    BAD_ROWS.put("too few fields: 8 with a |", GOOD.substring(0, GOOD.length() - 1));
    BAD_ROWS.put("too many fields: 10, but there are 9 columns", GOOD + "x|");
    BAD_ROWS.put("text behind the last delimiter", GOOD + "x");
    BAD_ROWS.put(
        "column mcc: invalid input syntax for type integer: \"7641\"",
        GOOD.replace("7641", "\"7641\""));
    BAD_ROWS.put(
        "column mcc: value \"76417641764\" is out of range for type integer",
        GOOD.replace("7641", "76417641764"));
    BAD_ROWS.put(
        "column merchant_state: value too long for type character varying(3)",
        GOOD.replace("FL", "Florida"));
    BAD_ROWS.put(
        "column merchant_city: is empty, but must not be", GOOD.replace("Fort Lauderdale", ""));
    BAD_ROWS.put("column merchant_zip: is empty, but must not be", GOOD.replace("33323", ""));
    BAD_ROWS.put("not UTF-8 (each byte from 128 on is shown as", GOOD.replace("Fort", "F\u00f6rt"));
    BAD_ROWS.put("too few fields: 0", "");
  }

  private static PostgresState state;

  private PostgresPath path;

  @BeforeAll
  static void start() throws IOException {
    state = new PostgresState();
  }

  @AfterAll
  static void stop() throws IOException {
    state.close();
  }

  @AfterEach
  void tearDown() throws Exception {
    state.server().start();
    path.connect(state.server().connection());
    assertThat(path.step("teardown").exitCode()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"copy", "create-table-as", "insert", "copy partitioned"})
  void everyBadRowIsInTheBadFileAndTheLoadFails(String way) throws Exception {
    loaded(way, 2, Codec.NONE);
    path.append(1, String.join("\n", BAD_ROWS.values()) + "\n" + GOOD + "\n");

    Outcome run = path.step("run");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains(
            BAD_ROWS.size() + " of " + (ROWS + BAD_ROWS.size() + 1) + " rows rejected",
            "more than the reject limit of 0",
            "part-00001.tbl, line 501, " + FIRST_REASON);
    List<String> rejected = path.rejected();
    assertThat(rejected).hasSize(1 + BAD_ROWS.size());
    int line = 501;
    for (String reason : BAD_ROWS.keySet()) {
      assertThat(rejected.get(line - 500).replace("\"", ""))
          .startsWith("part-00001.tbl," + line + "," + reason.replace("\"", ""));
      line++;
    }
    requireUntouched();
  }

  @Test
  void aSingleBadRowOfAnyKindStopsTheStatement() throws Exception {
    loaded("copy", 1, Codec.NONE);
    byte[] good = Files.readAllBytes(path.part(0));
    for (String row : BAD_ROWS.values()) {
      Files.write(path.part(0), good);
      path.append(0, row + "\n");
      assertThat(path.step("run").err()).as(row).contains("1 of 1001 rows rejected");
    }
    requireUntouched();
  }

  @ParameterizedTest
  @ValueSource(strings = {"copy", "create-table-as", "insert", "copy partitioned"})
  void oneRejectLimitCountsForAllFiles(String way) throws Exception {
    loaded(way, 2, Codec.NONE);
    path.set("reject-limit", 10);
    path.append(0, "a|b\n".repeat(4));
    path.append(1, "\u00ff|\n" + "c,d\n".repeat(5));

    Outcome run = path.step("run");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.text()).isEqualTo("input 1010 rows, accepted 1000, rejected 10\n");
    requireUntouched();
    assertThat(path.rejected())
        .hasSize(11)
        .startsWith(
            "file,line,reason,row_text",
            "part-00000.tbl,501,\"too few fields: 1 with a | behind it, but there are 9 columns\",a|b")
        .contains(
            "part-00001.tbl,501,not UTF-8 (each byte from 128 on is shown as \\ooo),\\377|",
            "part-00001.tbl,506,\"too few fields: 0 with a | behind it, but there are 9 columns\","
                + "\"c,d\"");

    path.append(0, "one|more\n");
    Outcome tooMany = path.step("run");

    assertThat(tooMany.exitCode()).isEqualTo(1);
    assertThat(tooMany.err()).contains("11 of 1011 rows rejected", "the reject limit of 10");
    assertThat(path.rejected()).hasSize(12);
    requireUntouched();
  }

  /** COPY has stored thousands of rows when it meets the bad one. */
  @ParameterizedTest
  @ValueSource(
      strings = {"copy", "create-table-as", "insert", "copy partitioned", "insert partitioned"})
  void aBadRowAfterThousandsIsTheOnlyOneThatIsRejected(String way) throws Exception {
    loaded(way, 2, Codec.NONE);
    path.set("reject-limit", 1);
    path.with(10_000);
    path.append(1, "a|b\n");

    Outcome run = path.step("run");

    assertThat(run.text())
        .as(run.err())
        .isEqualTo("input 10001 rows, accepted 10000, rejected 1\n");
    assertThat(path.rejected()).hasSize(2).last().asString().startsWith("part-00001.tbl,5001,");
    requireUntouched();
  }

  @ParameterizedTest
  @ValueSource(strings = {"copy", "create-table-as"})
  void quotesAndOtherLettersAreDataAlsoInAFileWithBadRows(String way) throws Exception {
    loaded(way, 1, Codec.NONE);
    path.set("reject-limit", 10);
    Files.writeString(
        path.part(0),
        "1||1|1|09/14/2009|1|\"St. \\N O'Fallon\\|FL|1|\nbad\n2|é|1|1|2009-09-15|1|Zürich|ö|1|\n");

    Outcome run = path.step("run");

    assertThat(run.text()).as(run.err()).isEqualTo("input 3 rows, accepted 2, rejected 1\n");
    assertThat(path.query("SELECT * FROM external_table_postgres.all_card_trans ORDER BY card_no"))
        .containsExactly(
            "1|NULL|1|1|2009-09-14|1|\"St. \\N O'Fallon\\|FL|1", "2|é|1|1|2009-09-15|1|Zürich|ö|1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"copy", "create-table-as"})
  void aFileThatVanishesFailsTheLoad(String way) throws Exception {
    for (Codec codec : List.of(Codec.NONE, Codec.gzip(3))) {
      loaded(way, 2, codec);
      Path vanished = path.part(1);
      Files.delete(vanished);

      Outcome run = path.step("run");

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).containsIgnoringCase("no such file").contains(vanished.toString());
      requireUntouched();
      path.step("teardown");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"copy", "insert", "copy partitioned"})
  void aTruncatedFileFailsTheLoad(String way) throws Exception {
    loaded(way, 2, Codec.gzip(3));
    byte[] whole = Files.readAllBytes(path.part(1));
    Files.write(path.part(1), Arrays.copyOf(whole, whole.length / 2));

    Outcome run = path.step("run");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("child process exited with exit code 1")
        .contains("preprocessor: " + path.part(1) + ": ");
    requireUntouched();
  }

  @Test
  void anInflaterThatDiesFailsTheLoad() throws Exception {
    loaded("copy", 2, Codec.gzip(3));
    Files.writeString(
        path.preprocessor(), "#!/bin/bash\ngzip -dc \"$1\" | head -c 9000\nkill -9 $$\n");

    Outcome run = path.step("run");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("part-00001.tbl.gz")
        // the shell between the server and its program may say it in its own way
        .containsPattern("child process (was terminated by signal 9|exited with exit code 137)");
    requireUntouched();
  }

  @ParameterizedTest
  @ValueSource(strings = {"copy", "create-table-as", "insert", "copy partitioned"})
  void aKilledClientLeavesNothingButStaging(String way) throws Exception {
    loaded(way, 2, Codec.gzip(3));
    Process run = runEndlessly();

    run.descendants().forEach(ProcessHandle::destroyForcibly);
    run.destroyForcibly().waitFor();

    requireUntouched();
    install("exec /bin/gzip -dc \"$1\"");
    assertThat(path.step("run").text()).isEqualTo("input 1000 rows, accepted 1000, rejected 0\n");
    requireUntouched();
  }

  @ParameterizedTest
  @ValueSource(strings = {"copy", "create-table-as", "copy partitioned"})
  void aKilledServerHasTheOldRows(String way) throws Exception {
    loaded(way, 2, Codec.gzip(3));
    Process run = runEndlessly();

    ProcessHandle postmaster = ProcessHandle.of(state.server().postmasterPid()).orElseThrow();
    postmaster.descendants().forEach(ProcessHandle::destroyForcibly);
    postmaster.destroyForcibly();

    assertThat(run.waitFor()).isEqualTo(1);
    state.server().start();
    path.connect(state.server().connection());
    requireUntouched();
    install("exec /bin/gzip -dc \"$1\"");
    assertThat(path.step("run").text()).isEqualTo("input 1000 rows, accepted 1000, rejected 0\n");
    requireUntouched();
  }

  @ParameterizedTest
  @ValueSource(strings = {"copy", "create-table-as", "insert", "copy partitioned"})
  void aFullDiskFailsTheLoad(String way) throws Exception {
    Path disk = Files.createDirectories(state.next());
    assumeTrue(
        run("/bin/mount", "-t", "tmpfs", "-o", "size=2m", "none", disk.toString()) == 0,
        "this user may not mount a small disk");
    try {
      Files.setOwner(disk, Files.getOwner(state.server().dataFolder()));
      loaded(way, 2, Codec.NONE);
      path.execute("CREATE TABLESPACE small LOCATION '" + disk + "'");
      path.append(1, (GOOD + "\n").repeat(30_000));
      path.variable("PGOPTIONS", "-c default_tablespace=small");

      Outcome run = path.step("run");

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("No space left on device", "part-00001.tbl");
      requireUntouched();
      path.variable("PGOPTIONS", "");
      path.step("teardown");
      path.execute("DROP TABLESPACE small");
    } finally {
      run("/bin/umount", disk.toString());
    }
  }

  private static int run(String... command) throws Exception {
    return new Program(List.of(command), Map.of(), Path.of("/")).run().exitCode();
  }

  /** A table that holds a load, with the same files to be loaded again. */
  private void loaded(String wayAndModel, int files, Codec codec) throws Exception {
    String[] words = wayAndModel.split(" ");
    path = new PostgresPath(state.next(), "data", state.server().connection(), files, codec);
    path.set("way", words[0]).set("model", words.length > 1 ? words[1] : "heap").with(ROWS);
    for (String step : List.of("setup", "run")) {
      Outcome outcome = path.step(step);
      assertThat(outcome.exitCode()).as(step + ": " + outcome.err()).isZero();
    }
  }

  private void requireUntouched() throws Exception {
    String proof = path.step("verify").text();
    assertThat(Fingerprint.fromJson(new ObjectMapper().readTree(proof).get("fingerprint")))
        .isEqualTo(path.expected());
  }

  /** A load whose files never end. */
  private Process runEndlessly() throws Exception {
    install("while /bin/gzip -dc \"$1\"; do :; done");
    Process run = path.start("run");
    String reading =
        "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'CALL %'"
            + " AND pid <> pg_backend_pid() AND state = 'active'";
    while (!path.query(reading).equals(List.of("2"))) {
      assertThat(run.isAlive()).as("run ended before it was seen at work").isTrue();
      Thread.sleep(20);
    }
    Thread.sleep(500); // until there are rows
    return run;
  }

  private void install(String preprocessor) throws IOException {
    Files.writeString(path.preprocessor(), "#!/bin/bash\n" + preprocessor + "\n");
  }
}
