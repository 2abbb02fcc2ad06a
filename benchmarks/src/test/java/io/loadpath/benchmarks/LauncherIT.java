package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The builds of bin/loadpath, and the messages of launchers that cannot start. Maven and Java are
 * fakes.
 */
@Timeout(120)
class LauncherIT {
  private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();
  private static final String PROGRAMS =
      "bash chmod env dirname basename readlink sed find flock touch mkdir stat sleep mv grep cut"
          + " head tput cat";
  private static final String BUILD =
      """
      echo built >> built.log
      for engine in hadoop cluster hive sqoop pig postgres duckdb; do mkdir -p "engines/$engine/target/lib"; done
      """;

  @TempDir private Path folder;
  private final Map<String, String> environment = new TreeMap<>();
  private Path root;

  @BeforeEach
  void makeProject() throws IOException {
    root = Files.createDirectories(folder.resolve("my project"));
    for (String file : List.of("bin/loadpath", "engines/java.sh", "engines/state.sh")) {
      Files.createDirectories(root.resolve(file).getParent());
      Files.copy(PROJECT.resolve(file), root.resolve(file));
    }
    String modules = "rows tables datasets mapreduce hive sqoop postgres external-table benchmarks";
    for (String module : modules.split(" ")) {
      Files.createDirectories(root.resolve(module).resolve("src/main"));
    }
    Files.createFile(root.resolve("pom.xml"));
    for (String program : PROGRAMS.split(" ")) {
      Path usual = Path.of("/usr/bin", program);
      Path real = Files.exists(usual) ? usual : Path.of("/bin", program);
      executable("programs/" + program, "exec " + real + " \"$@\"");
    }
    executable("jdk/bin/javac", "");
    executable("jdk/bin/java", "for word; do :; done; echo \"java ran, last word: $word\"");
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
    environment.put("PATH", folder.resolve("programs").toString());
    environment.put("JAVA_HOME", folder.resolve("jdk").toString());
    environment.put("LOADPATH_STATE", folder.resolve("state").toString());
  }

  private void executable(String name, String body) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/bash\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void maven(String body) throws IOException {
    executable("programs/mvn", body);
  }

  private FakeProject.Running start(String... arguments) throws IOException {
    return startProgram("bin/loadpath", arguments);
  }

  private FakeProject.Running startProgram(String launcher, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(root + "/" + launcher));
    command.addAll(List.of(arguments));
    return FakeProject.Running.of(command, folder, environment);
  }

  private String run(int exitCode) throws Exception {
    return run(exitCode, "bin/loadpath", "list");
  }

  private String run(int exitCode, String launcher, String... arguments) throws Exception {
    FakeProject.Running running = startProgram(launcher, arguments);
    assertThat(running.exitCode()).as(running.text()).isEqualTo(exitCode);
    return running.text();
  }

  private long builds() throws IOException {
    return Files.readAllLines(root.resolve("built.log")).size();
  }

  @Test
  void buildsOnceWhereASourceIsOfTheFuture() throws Exception {
    maven(BUILD);
    Path source = Files.createFile(root.resolve("rows/src/main/A.java"));
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plus(Duration.ofDays(9))));

    assertThat(run(0))
        .contains("the time of 1 source files, such as rows/src/main/A.java, is in the future");
    assertThat(run(0)).doesNotContain("future");
    assertThat(builds()).isEqualTo(1);

    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plus(Duration.ofDays(10))));
    run(0);
    assertThat(builds()).as("changed, and still of the future").isEqualTo(2);
    Files.setLastModifiedTime(root.resolve("pom.xml"), FileTime.from(Instant.now()));
    run(0);
    run(0);
    assertThat(builds()).as("another file is newer").isEqualTo(3);
  }

  @Test
  void buildsOnceAndAgainWhenASourceIsNewer() throws Exception {
    maven(BUILD);

    assertThat(run(0)).contains("building", "java ran, last word: list");
    assertThat(run(0)).isEqualTo("java ran, last word: list\n");
    assertThat(builds()).isEqualTo(1);
    assertThat(Files.getPosixFilePermissions(root.resolve("benchmarks/target/.build.lock")))
        .as("others cannot hold the lock")
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));

    Files.writeString(root.resolve("hive/src/main/New.java"), "class New {}");
    assertThat(run(0)).contains("building");
    Files.writeString(root.resolve("hive/notes.txt"), "no source");
    assertThat(run(0)).doesNotContain("building");
    assertThat(builds()).isEqualTo(2);
  }

  @Test
  void onlyABuildForWhoNamesAnOracleGetsItsDriver() throws Exception {
    String message = "ORACLE_URL is set: the build downloads Oracle's JDBC driver";
    maven(BUILD);
    assertThat(run(0)).doesNotContain("Oracle");

    environment.put("ORACLE_URL", "jdbc:oracle:thin:@//far:1521/pdb1");
    environment.put("HADOOP_CLASSPATH", "/opt/ojdbc11.jar");
    assertThat(run(0)).as("the user has one").isEqualTo("java ran, last word: list\n");
    environment.remove("HADOOP_CLASSPATH");
    maven(BUILD + "touch engines/sqoop/target/lib/ojdbc11-23.jar\n");
    assertThat(run(0)).contains(message, "building", "java ran, last word: list");
    assertThat(run(0)).isEqualTo("java ran, last word: list\n");
    assertThat(builds()).isEqualTo(2);
  }

  @Test
  void anUnpackedArchiveGetsItsClassArchivesBeforeARun() throws Exception {
    Files.delete(root.resolve("pom.xml"));
    for (String engine : List.of("hadoop", "hive", "sqoop")) {
      Files.createDirectories(root.resolve("engines/%s/target".formatted(engine)));
      String module = engine.equals("hadoop") ? "mapreduce" : engine;
      executable("my project/" + module + "/class-archive/make", "echo \"" + engine + "'s\"");
    }
    String made = "hadoop's\nhive's\nsqoop's\njava ran, last word: run\n";

    assertThat(run(0)).isEqualTo("java ran, last word: list\n");
    assertThat(run(0, "bin/loadpath", "run"))
        .isEqualTo(
            made.replaceAll(
                "(?m)^(\\w+)'s$",
                "making an archive of $1's classes, only once: half a minute\n$1's"));
    for (String engine : List.of("hadoop", "hive", "sqoop")) {
      Files.createFile(root.resolve("engines/%1$s/target/%1$s.jsa".formatted(engine)));
    }
    assertThat(run(0, "bin/loadpath", "run")).as("the scripts see whether it fits").isEqualTo(made);
    assertThat(run(0, "bin/loadpath", "chaos")).isEqualTo(made.replace("word: run", "word: chaos"));
    assertThat(run(0, "bin/loadpath", "run", "--dry-run")).doesNotContain("hadoop's");

    executable(
        "my project/sqoop/class-archive/make",
        ". '%1$s/engines/java.sh'\nfind_jdk\narchive_fits >'%1$s/engines/sqoop/target/sqoop.jsa.failed'"
            .formatted(root));
    run(0, "bin/loadpath", "run");
    executable("my project/sqoop/class-archive/make", "echo \"sqoop's\"");
    Path failed = root.resolve("engines/sqoop/target/sqoop.jsa.failed");
    assertThat(run(0, "bin/loadpath", "run"))
        .as("a failure is not tried again on the same day")
        .contains("sqoop: starts slowly", "sqoop.jsa.log", "delete " + failed)
        .doesNotContain("sqoop's");

    Files.setLastModifiedTime(failed, FileTime.from(Instant.now().minus(Duration.ofHours(25))));
    assertThat(run(0, "bin/loadpath", "run")).as("but on the next").isEqualTo(made);
  }

  @Test
  void aMissingEngineIsToBeBuiltOrUnpacked() throws Exception {
    Files.createDirectory(root.resolve("engines/bin"));
    Files.copy(PROJECT.resolve("engines/bin/hadoop"), root.resolve("engines/bin/hadoop"));

    assertThat(run(1, "engines/bin/hadoop", "version"))
        .contains("is not built yet: run 'mvn -q -DskipTests package' in " + root);

    Files.delete(root.resolve("pom.xml"));
    assertThat(run(1, "engines/bin/hadoop", "version"))
        .contains("is not in " + root, "unpack Loadpath's archive again");
  }

  @ParameterizedTest
  @ValueSource(strings = {"it's", "a[1]", "{a,b}", "x*", "why?", "back\\slash", "12:30"})
  void aPathThatAnEngineWouldMisreadIsRefused(String name) throws Exception {
    maven(BUILD);
    Path odd = Files.createDirectory(folder.resolve(name));
    environment.put("LOADPATH_STATE", odd.resolve("state").toString());
    String message = "loadpath: Hadoop, Hive or Sqoop would misread the character ";
    assertThat(run(1))
        .contains(message, " in the path " + odd + "/state: set LOADPATH_STATE to a folder");

    root = Files.move(root, odd.resolve("project"));
    assertThat(run(1))
        .as("before it builds")
        .startsWith(message)
        .endsWith(" in the path " + root + ": move the project to a folder without it\n");
  }

  @Test
  void twoAtOnceBuildOnce() throws Exception {
    Path go = folder.resolve("go");
    maven("while [ ! -e '" + go + "' ]; do sleep 0.1; done\n" + BUILD);

    FakeProject.Running first = start("list");
    FakeProject.Running second = start("list");
    Await.until(
        "one of them waits",
        () -> (first.text() + second.text()).contains("another command is building; waiting"));
    Files.createFile(go);

    assertThat(first.exitCode()).isZero();
    assertThat(second.exitCode()).isZero();
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void saysWhatToDoWithoutMavenOrJdk() throws Exception {
    assertThat(run(1)).startsWith("loadpath: no Maven found").contains("version 3.8 or later");

    environment.put("JAVA_HOME", "/nowhere");
    assertThat(run(1)).contains("JAVA_HOME=/nowhere holds no JDK");
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"11.0.2\"\n");
    environment.put("JAVA_HOME", folder.resolve("jdk").toString());
    assertThat(run(1)).contains("JDK 11").contains("JDK 17 or later is needed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Could not transfer artifact x:pom:1 from/to central: Unknown host registry.example | check the network",
        "Could not transfer artifact x:jar:1: Checksum validation failed, expected 1 but is 2 | wrong checksum",
        "Failed to write: No space left on device | ran out of disk space",
        "COMPILATION ERROR | Maven's output is in",
      })
  void showsWhatMavenSaidAndWhatToDo(String error, String advice) throws Exception {
    maven("echo '[INFO] noise'; echo '[ERROR] " + error + "'; exit 1");

    assertThat(run(1)).contains("[ERROR] " + error).contains(advice).doesNotContain("noise");

    maven(BUILD);
    assertThat(run(0)).contains("java ran");
  }

  @Test
  void aTermEndsTheBuild() throws Exception {
    maven("echo $$ > maven.pid; exec sleep 392");
    FakeProject.Running running = start("list");
    Path pidFile = root.resolve("maven.pid");
    Await.until("Maven runs", () -> pidFile.toFile().length() > 0);

    running.process().destroy();

    assertThat(running.process().waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(running.exitCode()).isEqualTo(143);
    long pid = Long.parseLong(Files.readString(pidFile).strip());
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void worksThroughALinkInTheCallersFolder() throws Exception {
    maven(BUILD);
    Path link =
        Files.createSymbolicLink(folder.resolve("loadpath-link"), root.resolve("bin/loadpath"));
    executable("jdk/bin/java", "pwd");

    Program doctor = Program.in(folder, link.toString(), "doctor").only(environment);
    Program.Outcome first = doctor.run();
    assertThat(first.err()).as("it builds").endsWith(" s\n");
    assertThat(first.out()).isEqualTo(folder + "\n");
    assertThat(doctor.run().all()).isEqualTo(folder + "\n");
  }
}
