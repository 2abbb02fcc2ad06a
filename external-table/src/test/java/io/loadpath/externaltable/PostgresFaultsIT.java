package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadpath.engines.postgres.ServerUser;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The path external-table-load-postgres when things go wrong: a table that holds a load already is
 * left as it was, and nothing is left of the load that failed.
 */
@ExtendWith(SharedServer.class)
class PostgresFaultsIT {
  private static final String GOOD = "4|VISA|7641|38|09/14/2009|6600355|Fort Lauderdale|FL|33323|";
  private static final long ROWS = 1000;
  private static final String FIRST_REASON =
      "too few fields: 0 with a | after it, but there are 9 columns";

  /** Rows that cannot be loaded, by their error. */
  private static final Map<String, String> BAD_ROWS = new LinkedHashMap<>();

  static {
    BAD_ROWS.put(FIRST_REASON, GOOD.replace('|', ';'));
    bad("purchase_dt: date/time field value out of range: \"31/12/2009\"", "09/14", "31/12");
    bad("purchase_dt: invalid input syntax for type date: \"14.Sept\"", "09/14/2009", "14.Sept");
    BAD_ROWS.put("too few fields: 8 with", GOOD.replace("VISA|", ""));
    BAD_ROWS.put("too few fields: 8 with a |", GOOD.substring(0, GOOD.length() - 1));
    BAD_ROWS.put("too many fields: 10, but there are 9 columns", GOOD + "x|");
    BAD_ROWS.put("text after the last delimiter", GOOD + "x");
    bad("mcc: invalid input syntax for type integer: \"7641\"", "7641", "\"7641\"");
    bad("mcc: value \"76417641764\" is out of range for type integer", "7641", "76417641764");
    bad("merchant_state: value too long for type character varying(3)", "FL", "Florida");
    bad("merchant_city: is empty, but must not be", "Fort Lauderdale", "");
    bad("merchant_zip: is empty, but must not be", "33323", "");
    BAD_ROWS.put("not UTF-8 (each byte from 128 on is shown as", GOOD.replace("Fort", "F\u00f6rt"));
    BAD_ROWS.put("too few fields: 0", "");
  }

  private static void bad(String reason, String good, String bad) {
    BAD_ROWS.put("column " + reason, GOOD.replace(good, bad));
  }

  /** Faults of loads into one table: each test damages a loaded path, which is whole after it. */
  @TestInstance(Lifecycle.PER_CLASS)
  abstract static class Faults {
    final TestServer test = SharedServer.test();
    private final String model;
    private final String codec;
    PostgresPath path;
    private Path saved;

    Faults(String model, String codec) {
      this.model = model;
      this.codec = codec;
    }

    /** A table that holds a load, with the same files to be loaded again. */
    @BeforeAll
    void load() throws IOException {
      path = new PostgresPath(test, PostgresPath.EXTERNAL_TABLE, "data");
      path.set("model", model).with(ROWS, 2, codec);
      path.succeed("setup");
      path.succeed("run");
      saved = test.newFolder();
      copyFiles(path.data(), saved);
    }

    @AfterEach
    void requireUntouchedAndRestore() throws IOException {
      assertThat(path.loaded()).isEqualTo(path.expected());
      copyFiles(saved, path.data());
      path.set("reject-limit", 0);
    }

    @AfterAll
    void tearDown() {
      path.succeed("teardown");
    }

    private static void copyFiles(Path from, Path to) throws IOException {
      try (var files = Files.newDirectoryStream(from)) {
        for (Path file : files) {
          Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }

  @Nested
  class Plain extends Faults {
    Plain() {
      super("heap", "none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"copy", "insert"})
    void aFileThatVanishesFailsTheLoad(String way) throws IOException {
      path.set("way", way);
      Path vanished = path.part(1);
      Files.delete(vanished);

      assertThat(path.fail("run"))
          .containsIgnoringCase("no such file")
          .contains(vanished.toString());
    }

    @Test
    void everyBadRowIsInTheBadFileAndTheLoadFails() throws IOException {
      path.set("way", "copy");
      path.append(1, String.join("\n", BAD_ROWS.values()) + "\n" + GOOD + "\n");

      assertThat(path.fail("run"))
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
    }

    @Test
    void oneRejectLimitCountsForAllFiles() throws IOException {
      path.set("way", "create-table-as").set("reject-limit", 10);
      path.append(0, "a|b\n".repeat(4));
      path.append(1, "\u00ff|\n" + "c,d\n".repeat(5));

      assertThat(path.succeed("run").out())
          .isEqualTo("input 1010 rows, accepted 1000, rejected 10\n");

      assertThat(path.loaded()).isEqualTo(path.expected());
      assertThat(path.rejected())
          .hasSize(11)
          .startsWith(
              "file,line,reason,row_text",
              "part-00000.tbl,501,\"too few fields: 1 with a | after it, but there are 9 columns\",a|b")
          .contains(
              "part-00001.tbl,501,not UTF-8 (each byte from 128 on is shown as \\ooo),\\377|",
              "part-00001.tbl,506,\"too few fields: 0 with a | after it, but there are 9 columns\","
                  + "\"c,d\"");

      path.append(0, "one|more\n");
      assertThat(path.fail("run")).contains("11 of 1011 rows rejected", "the reject limit of 10");
      assertThat(path.rejected()).hasSize(12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"copy", "create-table-as", "insert"})
    void aFullDiskFailsTheLoad(String way) throws IOException {
      String options = "-c search_path=" + PostgresPath.SCHEMA;
      path.set("way", way);
      Path disk = test.newFolder();
      assumeTrue(
          Program.in(disk, "mount", "-t", "tmpfs", "-o", "size=2m", "none", disk.toString())
                  .run()
                  .exitCode()
              == 0,
          "this user may not mount a small disk");
      try {
        Files.setOwner(disk, Files.getOwner(test.server.dataFolder()));
        test.sql("CREATE TABLESPACE small LOCATION '" + disk + "'");
        path.append(1, (GOOD + "\n").repeat(30_000));
        path.variable("PGOPTIONS", options + " -c default_tablespace=small");

        assertThat(path.fail("run")).contains("No space left on device", "part-00001.tbl");
      } finally {
        path.variable("PGOPTIONS", options);
        // what is staged is on that disk
        test.sql(
            "CALL %s.drop_staging('%s'::regclass)".formatted(PostgresPath.SCHEMA, path.table()));
        test.sql("DROP TABLESPACE small");
        Program.in(Path.of("/"), "umount", "--lazy", disk.toString()).run().ok();
      }
    }
  }

  @Nested
  class CompressedIntoPartitions extends Faults {
    private String inflater;

    CompressedIntoPartitions() {
      super("partitioned", "gzip-3");
    }

    @BeforeAll
    void saveInflater() throws IOException {
      inflater = Files.readString(path.preprocessor());
    }

    @AfterEach
    void restoreInflater() throws IOException {
      Files.writeString(path.preprocessor(), inflater);
    }

    void inflateBy(String commands) throws IOException {
      Files.writeString(path.preprocessor(), "#!/bin/bash\n" + commands + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"copy", "insert"})
    void aTruncatedFileFailsTheLoad(String way) throws IOException {
      path.set("way", way);
      byte[] whole = Files.readAllBytes(path.part(1));
      Files.write(path.part(1), Arrays.copyOf(whole, whole.length / 2));

      assertThat(path.fail("run"))
          .contains("child process exited with exit code 1")
          .contains("preprocessor: " + path.part(1) + ": ");
    }

    void requireOldRowsAndAnotherLoad() throws IOException {
      assertThat(path.loaded()).isEqualTo(path.expected());
      restoreInflater();
      assertThat(path.succeed("run").out())
          .isEqualTo("input 1000 rows, accepted 1000, rejected 0\n");
    }

    /** A load whose files never end. */
    Process runEndlessly(String way) throws Exception {
      path.set("way", way);
      inflateBy("while /bin/gzip -dc \"$1\"; do :; done");
      Process run = path.program("run").start();
      String reading =
          "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'CALL %'"
              + " AND pid <> pg_backend_pid() AND state = 'active'";
      Await.until(
          "both files are read",
          () -> {
            assertThat(run.isAlive()).as("run ended before it was seen at work").isTrue();
            return test.sql(reading).equals("2");
          });
      return run;
    }

    @Test
    void anInflaterThatDiesFailsTheLoad() throws IOException {
      path.set("way", "copy");
      inflateBy("gzip -dc \"$1\" | head -c 9000\nkill -9 $$");

      assertThat(path.fail("run"))
          .contains("part-00001.tbl.gz")
          // the shell between the server and its program may say it in its own way
          .containsPattern("child process (was terminated by signal 9|exited with exit code 137)");
    }

    @Test
    void theInflaterThatRunsAgainAfterAFailureIsNotRoot() throws IOException {
      path.set("way", "copy");
      inflateBy("echo \"user $(id -u), groups $(id -G)\" >&2; exit 3");
      ServerUser user = ServerUser.find();
      assumeTrue(user.dropped(), "the server's user is the caller");

      assertThat(path.fail("run"))
          .contains("user %d, groups %d\n".formatted(user.uid(), user.gid()))
          .doesNotContain("user 0");
    }

    @Test
    void aKilledClientLeavesNothingButStaging() throws Exception {
      Process run = runEndlessly("copy");

      run.descendants().forEach(ProcessHandle::destroyForcibly);
      run.destroyForcibly().waitFor();

      requireOldRowsAndAnotherLoad();
    }

    @Test
    void aKilledServerHasTheOldRows() throws Exception {
      Process run = runEndlessly("insert");

      ProcessHandle postmaster = ProcessHandle.of(test.server.postmasterPid()).orElseThrow();
      postmaster.descendants().forEach(ProcessHandle::destroyForcibly);
      postmaster.destroyForcibly();

      assertThat(run.waitFor()).isEqualTo(1);
      test.server.start();
      requireOldRowsAndAnotherLoad();
    }
  }

  /** Each kind must stop each statement, of which COPY has stored a thousand rows by then. */
  @ParameterizedTest
  @CsvSource({"heap, 'copy,create-table-as,insert'", "partitioned, 'copy,insert'"})
  void aBadRowOfAnyKindIsRejectedWhereItIsTheOnlyOneOfItsFile(String model, String ways)
      throws IOException {
    int files = BAD_ROWS.size();
    PostgresPath path = new PostgresPath(SharedServer.test(), PostgresPath.EXTERNAL_TABLE, "data");
    path.set("model", model).set("reject-limit", files).with(1250L * files, files, "none");
    int part = 0;
    for (String row : BAD_ROWS.values()) {
      path.append(part++, row + "\n");
    }
    path.succeed("setup");
    for (String way : ways.split(",")) {
      path.set("way", way).succeed("run");

      assertThat(path.loaded()).as(way).isEqualTo(path.expected());
      assertThat(path.rejected()).hasSize(1 + files);
      for (part = 0; part < files; part++) {
        assertThat(path.rejected().get(part + 1)).startsWith("part-%05d.tbl,1251,".formatted(part));
      }
    }
    path.succeed("teardown");
  }
}
