package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadpath.benchmarks.needs.Requirements;
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
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The peers that load into PostgreSQL and out of it, step by step on the bundled server, checked as
 * the harness checks them. psql is always there; a test of another tool is skipped without it.
 */
@ExtendWith(SharedServer.class)
class PostgresPeersIT {
  private static final int ROWS = 5000;
  private static final String SCHEMA = "loadpath_run_peers";
  private static final String BAD_ROW =
      "6888978486961227|VISA|x|38|09/14/2009|6600355|Fort Lauderdale|FL|33323|\n";
  private static final List<String> PEERS =
      List.of(
          "psql-load-postgres",
          "psql-unload-postgres",
          "adbc-load-postgres",
          "adbc-unload-postgres",
          "connectorx-unload-postgres",
          "spark-load-postgres",
          "spark-unload-postgres",
          "pgloader-load-postgres");

  private static TestServer test;

  @TempDir private Path folder;
  private Path data;
  private Path work;
  private Manifest manifest;

  @BeforeAll
  static void takeServer() {
    test = SharedServer.test();
  }

  @AfterEach
  void dropSchema() {
    test.sql("DROP SCHEMA %s CASCADE".formatted(SCHEMA));
  }

  @BeforeEach
  void makeSchemaAndData() throws IOException {
    test.sql(
        "CREATE SCHEMA %s; COMMENT ON SCHEMA %1$s IS 'Loadpath: made for a run, and dropped at its end'"
            .formatted(SCHEMA));
    data = folder.resolve("data it's [1]");
    work = Files.createDirectory(folder.resolve("work"));
    manifest = Dataset.allCardTrans(ROWS, 2, Codec.NONE).prepare(data, Progress.silent());
  }

  private static String tables() {
    return test.sql(
        "SELECT coalesce(string_agg(tablename, ','), '') FROM pg_tables WHERE schemaname = '%s'"
            .formatted(SCHEMA));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "psql-load-postgres",
        "psql-unload-postgres",
        "adbc-load-postgres",
        "adbc-unload-postgres",
        "connectorx-unload-postgres",
        "spark-load-postgres",
        "spark-unload-postgres",
        "pgloader-load-postgres"
      })
  void moveTheRowsOnceAndLeaveNothing(String path) throws Exception {
    Variant variant = variant(path);
    step(variant, Step.SETUP).ok();
    assertThat(tables()).isEqualTo(path.replace('-', '_'));
    step(variant, Step.RUN).ok();

    VerifyOutput output = VerifyOutput.parse(step(variant, Step.VERIFY).ok().out());
    output.check(variant, manifest);
    assertThat(output.storedBytes()).isGreaterThan(200_000);

    step(variant, Step.TEARDOWN).ok();
    step(variant, Step.TEARDOWN).ok();
    assertThat(work).isEmptyDirectory();
    assertThat(tables()).isEmpty();
  }

  /**
   * Each of the pages says so: a file, or a part of it, is a transaction. Nobody can rely on
   * pgloader's exit code.
   */
  @ParameterizedTest
  @ValueSource(strings = {"psql-load-postgres", "adbc-load-postgres", "spark-load-postgres"})
  void loadOtherFilesAlthoughOneHasABadRowAndFail(String path) throws IOException {
    Variant variant = variant(path);
    step(variant, Step.SETUP).ok();
    Path bad = data.resolve("part-00001.tbl");
    Files.writeString(bad, Files.readString(bad) + BAD_ROW);

    Outcome run = step(variant, Step.RUN);

    assertThat(run.exitCode()).as(run.all()).isEqualTo(1);
    assertThat(run.all()).contains("loaded");
    String loaded = "SELECT count(*) FROM %s.%s".formatted(SCHEMA, path.replace('-', '_'));
    assertThat(Integer.parseInt(test.sql(loaded))).isLessThanOrEqualTo(ROWS);
    if (path.matches("(psql|adbc)-.*")) {
      assertThat(run.all()).contains(bad + " is not loaded");
      assertThat(test.sql(loaded)).isEqualTo(Integer.toString(ROWS / 2));
    }
  }

  @Test
  void aChangedRowIsFoundOut() throws Exception {
    Variant variant = variant("psql-load-postgres");
    step(variant, Step.SETUP).ok();
    step(variant, Step.RUN).ok();
    test.sql(
        "UPDATE %s.psql_load_postgres SET mcc = mcc + 1 WHERE ctid = '(3,1)'".formatted(SCHEMA));

    VerifyOutput output = VerifyOutput.parse(step(variant, Step.VERIFY).ok().out());

    assertThatThrownBy(() -> output.check(variant, manifest))
        .isInstanceOf(StepFailure.class)
        .hasMessageContaining("mcc");
  }

  /** In a URI, pgloader would take few letters of it. */
  @Test
  void pgloaderConnectsAsARoleWithAnyName() throws IOException {
    Variant variant = variant("pgloader-load-postgres");
    Path passFile = folder.resolve("pgpass");
    Files.writeString(passFile, "*:*:*:jane d@example.com:secret\n");
    Files.setPosixFilePermissions(passFile, PosixFilePermissions.fromString("rw-------"));
    test.sql("CREATE ROLE \"jane d@example.com\" SUPERUSER LOGIN PASSWORD 'secret'");
    step(variant, Step.SETUP).ok();

    Map<String, String> asJane =
        Map.of("PGUSER", "jane d@example.com", "PGPASSFILE", passFile.toString());
    step(variant, Step.RUN, asJane).ok();

    assertThat(test.sql("SELECT count(*) FROM %s.pgloader_load_postgres".formatted(SCHEMA)))
        .isEqualTo(Integer.toString(ROWS));
    test.sql("DROP ROLE \"jane d@example.com\"");
  }

  @Test
  void setupWantsAsManyFilesAsItWasTold() throws IOException {
    Files.delete(data.resolve("part-00001.tbl"));

    Outcome setup = step(variant("psql-load-postgres"), Step.SETUP);

    assertThat(setup.exitCode()).isEqualTo(1);
    assertThat(setup.all()).contains("has 1 files part-*, not 2");
  }

  /** On a PATH without any of the tools. */
  @Test
  void withoutTheirToolsTheyAreNotRunAndTheReasonSaysHowToGetThem() throws IOException {
    Path programs = Files.createDirectory(folder.resolve("programs"));
    Set<String> hidden = Set.of("psql", "pgloader", "python3");
    for (Path of : List.of(Path.of("/bin"), Path.of("/usr/bin"))) {
      try (var files = Files.list(of)) {
        for (Path file : files.toList()) {
          Path link = programs.resolve(file.getFileName());
          if (!hidden.contains(file.getFileName().toString()) && !Files.exists(link)) {
            Files.createSymbolicLink(link, file);
          }
        }
      }
    }

    String[] words =
        PEERS.stream().reduce("run --dry-run", (all, peer) -> all + " --only " + peer).split(" ");
    Outcome run =
        Program.in(work, "bin/loadpath", words)
            .set("LOADPATH_STATE", folder.resolve("state"))
            .set("LOADPATH_BUILD", "never")
            .set("JAVA_HOME", System.getProperty("java.home"))
            .set("PATH", programs)
            .run();

    assertThat(run.exitCode()).as(run.all()).isEqualTo(1);
    assertThat(run.err())
        .contains(
            "needs the program psql: Debian: apt-get install postgresql-client",
            "needs the program pgloader: Debian: apt-get install pgloader",
            "needs a python3 with pyspark: python3 -m pip install pyspark==4.0.1",
            "needs a python3 with adbc-driver-postgresql: python3 -m pip install"
                + " adbc-driver-postgresql==1.13.0 pyarrow==26.0.1",
            "needs a python3 with connectorx: python3 -m pip install connectorx==0.4.6"
                + " pyarrow==26.0.1");
  }

  /** The path, where it can run. */
  private static Variant variant(String name) {
    Variant variant =
        new Variant(
            PathCatalogue.discover(test.root).get(name, "test"),
            Map.of(name.contains("unload") ? "sessions" : "files", "2"));
    Optional<String> missing = new Requirements(test.root, System.getenv()).missing(variant.path());
    assumeTrue(missing.isEmpty(), () -> name + ": " + missing.orElseThrow());
    return variant;
  }

  private Outcome step(Variant variant, Step step) {
    return step(variant, step, Map.of());
  }

  private Outcome step(Variant variant, Step step, Map<String, String> variables) {
    Program program =
        Program.in(work, variant.path().executable(step).toString())
            .set("LOADPATH_ROOT", test.root)
            .set("LOADPATH_BUILD", "never")
            .set("LOADPATH_TABLE", "all-card-trans")
            .set("LOADPATH_SCRIPTS", test.root)
            .set("LOADPATH_WORK", work)
            .set("LOADPATH_DATA", data)
            .set("LOADPATH_SCHEMA", SCHEMA)
            .set(test.server.connection().environment())
            .set("PGOPTIONS", "-c search_path=" + SCHEMA)
            .set(
                "LOADPATH_JDBC_URL",
                test.server.connection().jdbcUrl() + "&currentSchema=" + SCHEMA)
            .set(variables);
    variant
        .parameters()
        .forEach(
            (name, value) -> program.set("LOADPATH_PARAM_" + name.toUpperCase(Locale.ROOT), value));
    return program.run();
  }
}
