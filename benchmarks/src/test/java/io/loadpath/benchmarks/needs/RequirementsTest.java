package io.loadpath.benchmarks.needs;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.RunRecord.NotRun;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.PathFolder;
import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequirementsTest {
  @TempDir private Path root;
  private final Map<String, String> environment = new HashMap<>();

  private Optional<String> missing(String needs) throws IOException {
    LoadPath path = path("needs: []", "needs: [" + needs + "]");
    return new Requirements(root, environment).missing(path);
  }

  private LoadPath path(String text, String replacement) throws IOException {
    String yaml = PathFolder.yaml("one").replace(text, replacement);
    return LoadPath.read(PathFolder.write(root.resolve("paths"), "one", yaml));
  }

  private void jar(String file) throws IOException {
    Path jar = root.resolve(file);
    Files.createDirectories(jar.getParent());
    Files.createFile(jar);
  }

  @Test
  void anEngineIsThereWhenItsMainJarIs() throws IOException {
    assertThat(missing("duckdb"))
        .contains("needs duckdb: its jars are not in engines/; run 'mvn -q -DskipTests package'");
    assertThat(missing("hadoop")).hasValueSatisfying(r -> assertThat(r).startsWith("needs hadoop"));

    jar("engines/hadoop/target/lib/hadoop-common-3.4.3.jar");
    jar("engines/hive/target/lib/hive-exec-4.0.1.jar");
    jar("engines/hive/target/lib/tez-api-0.10.4.jar");
    jar("engines/sqoop/target/lib/sqoop-1.4.7-hadoop260.jar");
    jar("engines/duckdb/target/lib/duckdb_jdbc-2.0.0.1.jar");
    jar("engines/pig/target/lib/pig-0.18.0.jar");
    assertThat(missing("hadoop, hive, sqoop, duckdb, pig")).isEmpty();
    assertThat(Engine.PIG.version(root, environment)).contains("0.18.0");
    assertThat(Engine.HADOOP.version(root, environment)).contains("3.4.3");
    assertThat(Engine.TEZ.version(root, environment)).contains("0.10.4");
    assertThat(Engine.SQOOP.version(root, environment)).contains("1.4.7");
    assertThat(Engine.DUCKDB.version(root, environment)).contains("2.0.0.1");
  }

  @Test
  void anInstallationOfTheUsersOwnWins() throws IOException {
    jar("engines/hadoop/target/lib/hadoop-common-3.4.3.jar");
    environment.put("HADOOP_HOME", root.resolve("opt").toString());
    assertThat(missing("hadoop"))
        .contains("HADOOP_HOME=" + root.resolve("opt") + " holds no hadoop");

    jar("opt/share/hadoop/common/hadoop-common-3.3.6-tests.jar");
    jar("opt/share/hadoop/common/hadoop-common-3.3.6.jar");
    assertThat(missing("hadoop")).isEmpty();
    assertThat(Engine.HADOOP.version(root, environment)).contains("3.3.6");
  }

  @Test
  void anOracleIsThereWhenItIsNamedWithAPasswordFile() throws IOException {
    environment.put("ORACLE_URL", "//host/service");
    environment.put("ORACLE_USER", "scott");
    assertThat(missing("oracle"))
        .contains("needs an Oracle: set ORACLE_URL, ORACLE_USER and ORACLE_PASSWORD_FILE");

    Path file = root.resolve("password");
    environment.put("ORACLE_PASSWORD_FILE", file.toString());
    assertThat(missing("oracle"))
        .contains("needs an Oracle: ORACLE_PASSWORD_FILE=" + file + " is not readable");

    Files.writeString(file, "tiger\n");
    environment.put("ORACLE_URL", "jdbc:oracle:thin:scott/tig@er@//host/service");
    assertThat(missing("oracle"))
        .hasValueSatisfying(
            reason ->
                assertThat(reason).contains("ORACLE_URL holds a password").doesNotContain("er@"));
    environment.put("ORACLE_URL", "jdbc:oracle:thin:@//host/service");
    environment.put("ORACLE_DBA_PASSWORD", "manager");
    assertThat(missing("oracle")).isEmpty();
    assertThat(Requirements.oraclePasswords(environment))
        .containsExactlyInAnyOrder("tiger", "manager");
  }

  @Test
  void aPackageOfPythonsIsThereWhenPythonImportsIt() throws IOException {
    assertThat(Tool.python("no-such-package", "", "").state()).isEmpty();

    boolean there = Tool.named("polars").state().isPresent();
    assertThat(missing("polars"))
        .isEqualTo(
            there
                ? Optional.empty()
                : Optional.of("needs a python3 with polars: python3 -m pip install polars"));
  }

  @Test
  void aVariantNeedsWhatItsValuesNeed() throws IOException {
    LoadPath path =
        path("parameters:", "needs-when: {codec: {gzip-3: [bash, no-gzip]}}\nparameters:");
    Requirements requirements = new Requirements(root, environment);

    assertThat(requirements.missing(path)).isEmpty();
    assertThat(requirements.missing(path, "codec", "none")).isEmpty();
    assertThat(requirements.missing(new Variant(path, Map.of("codec", "none")))).isEmpty();
    assertThat(requirements.missing(new Variant(path, Map.of("files", "2", "codec", "gzip-3"))))
        .contains(new NotRun("one codec=gzip-3", "needs the program no-gzip: put it on the PATH"));
  }

  @Test
  void aVariantOfAPathThatCannotRunBearsThePathsName() throws IOException {
    Requirements requirements = new Requirements(root, environment);

    assertThat(requirements.missing(new Variant(path("needs: []", "needs: [none]"), Map.of())))
        .map(NotRun::path)
        .contains("one");
  }

  @Test
  void aVariantOnTheBundledClusterNeedsItsJars() throws IOException {
    Variant variant = new Variant(path("", ""), Map.of("files", "2"), null, 2, Place.CLUSTER);
    Requirements requirements = new Requirements(root, environment);

    assertThat(requirements.missing(variant))
        .hasValueSatisfying(
            notRun -> {
              assertThat(notRun.path()).isEqualTo("one@cluster");
              assertThat(notRun.reason()).startsWith("needs the bundled cluster: its jars");
            });
    Files.createDirectories(root.resolve("engines/cluster/target/lib"));
    assertThat(requirements.missing(variant)).isEmpty();
  }

  @Test
  void anEngineThatOneValueNeedsIsStarted() throws IOException {
    LoadPath path = path("parameters:", "needs-when: {codec: {gzip-3: [postgres]}}\nparameters:");

    assertThat(Requirements.needsPostgres(path)).isTrue();
    assertThat(Requirements.needsOracle(path)).isFalse();
  }

  @Test
  void aProgramIsLookedForOnThePathAndTheMessageSaysHowToGetIt() throws IOException {
    assertThat(missing("bash")).isEmpty();
    assertThat(missing("no-such-program"))
        .contains("needs the program no-such-program: put it on the PATH");
    assertThat(Tool.named("igzip").howToGet()).isEqualTo("Debian: apt-get install isal");
    assertThat(Tool.named("sqlldr").howToGet()).contains("Oracle");
  }
}
