package io.loadpath.sqoop;

import static io.loadpath.engines.service.Program.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** engines/bin/sqoop as a user meets it. */
@ExtendWith(SharedServer.class)
class SqoopLauncherIT {
  private static final String SECRET = "not-the-password-4711";

  private static final String CONNECTOR =
      "-Dsqoop.connection.factories=io.loadpath.sqoop.PostgresManagerFactory,org.apache.sqoop.manager.DefaultManagerFactory";

  private Path folder;

  @BeforeEach
  void newFolder() throws Exception {
    folder = Database.server().newFolder();
  }

  @Test
  void helpsAndRefusesNoCommandAndAnUnknownOne() throws Exception {
    Outcome none = sqoop(Map.of());
    Outcome unknown = sqoop(Map.of(), "improt");

    assertThat(sqoop(Map.of(), "--help").out()).startsWith("Usage: sqoop COMMAND");
    assertThat(sqoop(Map.of(), "help", "export").ok().out()).contains("--export-dir <dir>");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("no command given");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err()).contains("No such sqoop tool: improt");
  }

  @Test
  void handsOverToSqoopHome() throws Exception {
    Path theirs = executable("home/bin/sqoop", "#!/bin/sh\necho \"theirs: $*\"\nexit 7\n");
    Path home = theirs.getParent().getParent();

    Outcome outcome = sqoop(Map.of("SQOOP_HOME", home.toString()), "import", "a  b");

    assertThat(outcome.exitCode()).isEqualTo(7);
    assertThat(outcome.out()).isEqualTo("theirs: import a  b\n");
    assertThat(outcome.err()).isEqualTo("sqoop: using " + theirs + " (SQOOP_HOME)\n");

    Outcome nothing = sqoop(Map.of("SQOOP_HOME", "/nonexistent"), "version");
    assertThat(nothing.exitCode()).isEqualTo(1);
    assertThat(nothing.err()).contains("SQOOP_HOME=/nonexistent holds no bin/sqoop");
  }

  @Test
  void runsOnTheHadoopOfHadoopHome() throws Exception {
    Path theirs = executable("hadoop/bin/hadoop", "#!/bin/sh\necho \"$* on $HADOOP_CLASSPATH\"\n");
    Path home = theirs.getParent().getParent();

    Outcome outcome = sqoop(Map.of("HADOOP_HOME", home.toString()), "version");

    assertThat(outcome.out())
        .startsWith(
            "org.apache.sqoop.Sqoop version on " + ROOT + "/engines/sqoop/target/lib/*:" + ROOT)
        .matches(".*[^:]/sqoop/target/loadpath-sqoop-[^/:]+\\.jar\\n");
    assertThat(outcome.err()).isEqualTo("sqoop: using Hadoop in " + home + " (HADOOP_HOME)\n");
  }

  @Test
  void saysThatTheConnectorIsNotBuilt() throws Exception {
    Path engines = Files.createDirectory(folder.resolve("engines"));
    for (String name : List.of("java.sh", "state.sh", "hadoop", "sqoop", "postgres")) {
      Files.createSymbolicLink(engines.resolve(name), ROOT.resolve("engines").resolve(name));
    }
    Files.createFile(folder.resolve("pom.xml"));
    Path launcher = Files.createDirectory(engines.resolve("bin")).resolve("sqoop");
    Files.copy(ROOT.resolve("engines/bin/sqoop"), launcher);
    String file = ROOT.resolve("sqoop/options/postgres-export-connector.txt").toString();
    Program export =
        Program.in(folder, launcher.toString(), "--options-file", file, "--table", "t")
            .set(Database.environment());

    Outcome outcome = export.run();

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err())
        .isEqualTo(
            "sqoop: the connector for PostgreSQL is not built yet: run 'mvn -q -DskipTests package' in %s\n"
                .formatted(folder));

    Files.delete(folder.resolve("pom.xml"));
    assertThat(export.run().err())
        .isEqualTo(
            "sqoop: the connector for PostgreSQL is not in %s: unpack Loadpath's archive again\n"
                .formatted(folder));
  }

  @Test
  void evaluatesWithClassesFromTheArchive() throws Exception {
    Path log = folder.resolve("classes.log");
    Map<String, String> logged = Map.of("HADOOP_OPTS", "-Xlog:class+load:file=" + log);

    Outcome outcome = sqoop(logged, connected("eval", "--query", "SELECT 6 * 7 AS answer"));

    assertThat(outcome.ok().err()).isEmpty();
    assertThat(outcome.out()).contains("| answer      | ", "| 42          | ");
    assertThat(Files.readString(log))
        .contains(
            "org.apache.sqoop.Sqoop source: shared objects file",
            "io.loadpath.sqoop.KeyCheck source: shared objects file",
            "org.apache.hadoop.conf.Configuration source: shared objects file")
        .as("compiled for Java 5")
        .contains("org.apache.log4j.Logger source: shared objects file");
  }

  @Test
  void writesACodegeneratedClassWhereTheUserStands() throws Exception {
    Database.server().sql("CREATE TABLE launcher_code (a int)");

    Outcome outcome = sqoop(Map.of(), connected("codegen", "--table", "launcher_code"));

    Database.server().sql("DROP TABLE launcher_code");
    assertThat(outcome.exitCode()).as(outcome.all()).isZero();
    assertThat(folder).isDirectoryContaining("glob:**/launcher_code.java");
  }

  @Test
  void aWrongPasswordIsReportedAndNotShown() throws Exception {
    Path wrong = Files.writeString(folder.resolve("password"), SECRET);
    String[] arguments = connected("list-tables");
    arguments[arguments.length - 1] = "file://" + wrong;

    Outcome outcome = sqoop(Map.of(), arguments);

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("password authentication failed for user");
    assertThat(outcome.all()).doesNotContain(SECRET);
  }

  @Test
  void saysFirstWhyAJobFailed() throws Exception {
    Outcome outcome =
        sqoop(Map.of(), connected("import", "--table", "nosuch", "--target-dir", "out", "-m", "1"));

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err().lines().findFirst())
        .get()
        .asString()
        .contains("ERROR", "relation \"nosuch\" does not exist");
  }

  @Test
  void writesAvroAndLeavesNothingElseInTheUsersFolder() throws Exception {
    Database.server().sql("CREATE TABLE launcher_avro AS SELECT 1 AS a, NULL::text AS b");

    Outcome outcome =
        sqoop(
            Map.of(),
            ImportFixture.join(
                connected("import", CONNECTOR, "--direct", "--as-avrodatafile"),
                "--table",
                "launcher_avro",
                "--target-dir",
                "out",
                "-m",
                "1"));

    Database.server().sql("DROP TABLE launcher_avro");
    assertThat(outcome.ok().err())
        .contains("--as-avrodatafile needs Sqoop's record class", "Retrieved 1 records.");
    File file = folder.resolve("out/part-m-00000.avro").toFile();
    try (DataFileReader<GenericRecord> rows =
        new DataFileReader<>(file, new GenericDatumReader<>())) {
      GenericRecord row = rows.next();
      assertThat(row.get("a")).isEqualTo(1);
      assertThat(row.get("b")).isNull();
      assertThat(rows.hasNext()).isFalse();
    }
    assertThat(folder.toFile().list()).containsExactly("out");
    assertThat(Database.temporaryFiles()).isEmptyDirectory();
  }

  @Test
  void writesParquetThatOthersRead() throws Exception {
    Database.server()
        .sql(
            "CREATE TABLE parquet_it AS SELECT n AS a, nullif('näme ' || n, 'näme 3') AS b, n % 2 = 0 AS c FROM generate_series(1, 1000) n");
    String digest = "SELECT md5(string_agg(a || coalesce(b, '-') || c, ',' ORDER BY a)) FROM ";
    String rows = Database.server().sql(digest + "parquet_it");
    String job = "--direct --as-parquetfile --table parquet_it --split-by a -m 2 --target-dir out";

    Outcome outcome =
        sqoop(Map.of(), ImportFixture.join(connected("import", CONNECTOR), job.split(" ")));

    Database.server().sql("DROP TABLE parquet_it");
    assertThat(outcome.ok().err()).contains("--as-parquetfile needs Sqoop's record class");
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement();
        ResultSet read = statement.executeQuery(digest + "'" + folder + "/out/*.parquet'")) {
      read.next();
      assertThat(read.getString(1)).isEqualTo(rows);
    }
  }

  @Test
  void endsItsJvmWhenItIsEnded() throws Exception {
    Process process =
        program(Map.of(), connected("eval", "--query", "SELECT pg_sleep(600)")).start();
    String sleeping = "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)'";
    while (Database.server().sql(sleeping).equals("0")) {
      assertThat(process.isAlive()).isTrue();
    }
    List<ProcessHandle> descendants = process.descendants().toList();

    process.destroy();

    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(143);
    assertThat(descendants).isNotEmpty().noneMatch(ProcessHandle::isAlive);
    assertThat(Database.temporaryFiles()).isEmptyDirectory();
  }

  @Test
  void printsTheVersionAndRemovesOnlyWhatAKilledRunHasLeft() throws Exception {
    ProcessStat self = ProcessStat.read(ProcessHandle.current().pid()).orElseThrow();
    String alive = "sqoop-" + self.pid() + "-" + self.startTicks();
    String recycled = "sqoop-" + self.pid() + "-" + (self.startTicks() - 1);
    List<String> foreign = List.of("sqoop-backup", "sqoop-999999999", "sqoop-999999999-1-old");
    List<String> left = new ArrayList<>(List.of(alive, recycled, "sqoop-999999999-1"));
    left.addAll(foreign);
    for (String name : left) {
      Files.createDirectories(Database.temporaryFiles().resolve(name));
    }

    Outcome version = sqoop(Map.of(), "version").ok();

    assertThat(version.out()).startsWith("Sqoop 1.4.7\n");
    assertThat(version.err()).isEmpty();
    List<String> kept = new ArrayList<>(foreign);
    kept.add(alive);
    for (String name : left) {
      assertThat(Files.deleteIfExists(Database.temporaryFiles().resolve(name)))
          .as(name)
          .isEqualTo(kept.contains(name));
    }
  }

  private Path executable(String name, String text) throws Exception {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static String[] connected(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(Database.arguments());
    return all.toArray(String[]::new);
  }

  private Outcome sqoop(Map<String, String> environment, String... arguments) throws Exception {
    return program(environment, arguments).run();
  }

  private Program program(Map<String, String> environment, String... arguments) {
    return Program.in(folder, "engines/bin/sqoop", arguments)
        .set(Database.environment())
        .set(environment);
  }
}
