package io.loadpath.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.Environment;
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

  @Test
  void aJdkThatWasNeverTriedIsSaidToBe() {
    assertThat(Doctor.testedJdks(17)).isEqualTo(" (tested: 17 and 25)");
    assertThat(Doctor.testedJdks(25)).isEqualTo(" (tested: 17 and 25)");
    assertThat(Doctor.testedJdks(24)).startsWith(" (not tested; 17 and 25 are: set JAVA_HOME");
  }

  @TempDir private Path system;

  private void write(String file, String text) throws IOException {
    Path path = system.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  @Test
  void readsWhatLinuxShows() throws IOException {
    write("proc/cpuinfo", "processor\t: 0\nmodel name\t: AMD EPYC 7B13\nflags\t: fpu\n");
    write("proc/meminfo", "MemTotal:       24683664 kB\nMemFree:  1 kB\n");
    write("proc/sys/kernel/osrelease", "6.1.0-18-amd64\n");
    write("etc/os-release", "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
    write("sys/devices/system/cpu/cpu0/topology/thread_siblings_list", "0,64\n");
    write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
    write("sys/devices/system/cpu/cpufreq/boost", "1\n");
    write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    write("sys/devices/system/node/online", "0-1\n");

    EnvironmentProbe machine = new EnvironmentProbe(system);
    assertThat(machine.cpuModel()).isEqualTo("AMD EPYC 7B13");
    assertThat(machine.memoryBytes()).isEqualTo(24683664L * 1024);
    assertThat(machine.kernel()).isEqualTo("6.1.0-18-amd64");
    assertThat(machine.os()).isEqualTo("Debian GNU/Linux 12 (bookworm)");
    assertThat(machine.threadsPerCore()).isEqualTo(2);
    assertThat(machine.governor()).isEqualTo("performance");
    assertThat(machine.turbo()).isTrue();
    assertThat(machine.hugePages()).isEqualTo("madvise");
    assertThat(machine.numaNodes()).isEqualTo(2);
  }

  @Test
  void aMissingFactIsNull() {
    EnvironmentProbe machine = new EnvironmentProbe(system);

    assertThat(machine.threadsPerCore()).isNull();
    assertThat(machine.governor()).isNull();
    assertThat(machine.turbo()).isNull();
    assertThat(machine.numaNodes()).isNull();
    assertThat(machine.hugePages()).isNull();
    assertThat(machine.cpuModel()).isNotBlank();
  }

  @Test
  void countsTheMembersOfAList() {
    assertThat(EnvironmentProbe.countOfList("0")).isEqualTo(1);
    assertThat(EnvironmentProbe.countOfList("0-3,8,10-11")).isEqualTo(7);
  }

  @Test
  void theCalibrationGivesTheResultOfTheStudy() {
    Environment.Calibration calibration = EnvironmentProbe.calibrate(87_372_972);

    assertThat(calibration.result()).isEqualTo(873729.72);
    assertThat(calibration.wallNanos()).isPositive();
    assertThatThrownBy(() -> EnvironmentProbe.calibrate(87_372_973))
        .isInstanceOf(LoadpathException.class)
        .hasMessageContainingAll("873729.72 instead of 873729.73", "computes wrongly");
  }
}
