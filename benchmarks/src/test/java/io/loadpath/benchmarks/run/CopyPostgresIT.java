package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.suite.PathCatalogue;
import io.loadpath.benchmarks.suite.Step;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.Manifest;
import io.loadpath.datasets.Progress;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The path copy-load-postgres, step by step on the bundled server, checked as the harness checks
 * it.
 */
@ExtendWith(SharedServer.class)
class CopyPostgresIT {
  private static final int ROWS = 5000;
  private static final String ROW =
      "6888978486961227|VISA|7641|38|09/14/2009|6600355|Fort Lauderdale|FL|33323|\n";

  /** A format, a part of a row, its replacement, and the message. */
  private static final String[][] BAD_ROWS = {
    {"text", "VISA|7641", "VISA|x", "invalid input syntax for type integer: \"x\""},
    {"text", "|33323|", "|33323", "missing data for column \"after_last_delimiter\""},
    {"text", "|33323|", "|33323|more", "violates check constraint"},
    {"binary", "VISA|7641", "VISA|x", "column mcc: 'x' is not an integer"},
    {"binary", "|33323|", "|33323|more", "has text after its last delimiter"},
    {"binary", "|FL|", "|FLOR|", "value too long for type character varying(3)"}
  };

  private static TestServer test;

  @TempDir private Path folder;
  private Path data;
  private Path work;
  private Variant variant;

  /** The rows have the month first. */
  @BeforeAll
  static void setAnotherOrderOfDates() {
    test = SharedServer.test();
    test.sql("ALTER ROLE loadpath SET datestyle TO 'ISO, DMY'");
  }

  @AfterAll
  static void resetIt() {
    test.sql("ALTER ROLE loadpath RESET datestyle");
  }

  @BeforeEach
  void makeFolders() throws IOException {
    data = folder.resolve("data it's [1]");
    work = Files.createDirectory(folder.resolve("work"));
    test.sql(
        "CREATE SCHEMA loadpath_run_test;"
            + " COMMENT ON SCHEMA loadpath_run_test IS 'Loadpath: made for a run, and dropped at its end'");
  }

  @AfterEach
  void leavesNothing() throws Exception {
    succeed(Step.TEARDOWN);
    assertThat(work).isEmptyDirectory();
    assertThat(
            test.sql(
                "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'loadpath_run_test'::regnamespace"))
        .isEmpty();
    test.sql("DROP SCHEMA loadpath_run_test CASCADE");
  }

  /** Maximum bytes that PostgreSQL adds ahead when sessions wait for room in the same table. */
  private static long unfilled(int sessions) {
    return sessions == 1 ? 0 : sessions * 64L * 8192; // MAX_BUFFERS_TO_EXTEND_BY pages each
  }

  private Manifest generate(int files, String codec, String format) throws IOException {
    variant =
        new Variant(
            PathCatalogue.discover(test.root).get("copy-load-postgres", "test"),
            Map.of("files", Integer.toString(files), "codec", codec, "format", format));
    return Dataset.allCardTrans(ROWS, files, Codec.of(codec)).prepare(data, Progress.silent());
  }

  /** Rows from before the load. */
  private String oldRows() throws Exception {
    return test.sql("SELECT string_agg(card_no, ',') FROM loadpath_run_test.copy_load_postgres");
  }

  private void setUpWithAnOldRow() throws Exception {
    succeed(Step.SETUP);
    test.sql(
        "INSERT INTO loadpath_run_test.copy_load_postgres"
            + " VALUES ('old', NULL, 1, 1, '2009-09-14', 1, 'city', 'FL', 1)");
  }

  @ParameterizedTest
  @CsvSource({"1, none, text", "8, gzip-3, text", "2, gzip-3, binary"})
  void loadsTheRowsOnceHoweverOftenItRuns(int files, String codec, String format) throws Exception {
    Manifest manifest = generate(files, codec, format);
    setUpWithAnOldRow();

    for (int i = 0; i < 2; i++) {
      succeed(Step.RUN);
      VerifyOutput output = VerifyOutput.parse(succeed(Step.VERIFY));
      output.check(variant, manifest);
      assertThat(output.storedBytes()).isBetween(400_000L, 900_000L + unfilled(files));
    }

    assertThat(
            test.sql(
                "SELECT count(*) FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped"
                    + " AND attrelid = 'loadpath_run_test.copy_load_postgres'::regclass"))
        .isEqualTo("9");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "binary"})
  void namesFileAndLineOfABadRowOrAMissingFileAndLeavesTheTargetAsItWas(String format)
      throws Exception {
    generate(2, "none", format);
    setUpWithAnOldRow();
    Path part = data.resolve("part-00001.tbl");
    String good = Files.readString(part);
    for (String[] badRow : BAD_ROWS) {
      if (badRow[0].equals(format)) {
        Files.writeString(part, good + ROW.replace(badRow[1], badRow[2]));

        assertThat(fail(Step.RUN)).contains(part + ": ", badRow[3], "line " + (ROWS / 2 + 1));
        assertThat(oldRows()).isEqualTo("old");
      }
    }
    Files.delete(part);

    assertThat(fail(Step.RUN)).contains("cannot read the file " + part);
    assertThat(oldRows()).isEqualTo("old");
  }

  @Test
  void setupWantsAsManyFilesAsItWasTold() throws Exception {
    generate(2, "none", "text");
    Files.delete(data.resolve("part-00001.tbl"));

    assertThat(fail(Step.SETUP)).contains("has 1 files part-*, not 2");
  }

  private String succeed(Step step) {
    return program(step).run().ok().out();
  }

  private String fail(Step step) {
    Outcome outcome = program(step).run();
    assertThat(outcome.exitCode()).as(outcome.all()).isEqualTo(1);
    return outcome.all();
  }

  private Program program(Step step) {
    Program program =
        Program.in(work, variant.path().executable(step).toString())
            .set("LOADPATH_ROOT", test.root)
            .set("LOADPATH_TABLE", "all-card-trans")
            .set("LOADPATH_SCRIPTS", test.root)
            .set("LOADPATH_WORK", work)
            .set("LOADPATH_DATA", data)
            .set("LOADPATH_SCHEMA", "loadpath_run_test")
            .set("PGOPTIONS", "-c search_path=loadpath_run_test")
            .set(test.server.connection().environment());
    variant
        .parameters()
        .forEach((name, v) -> program.set("LOADPATH_PARAM_" + name.toUpperCase(Locale.ROOT), v));
    return program;
  }
}
