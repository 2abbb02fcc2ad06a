package io.loadpath.hive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.FakeJdk;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the launchers decide before any JVM starts. */
class LauncherTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"hadoop, HADOOP_HOME", "hive, HIVE_HOME", "pig, PIG_HOME"})
  void theUsersInstallationWins(String tool, String variable) throws IOException {
    Path home = installation(tool);

    Program.Outcome result =
        Program.in(folder, "engines/bin/" + tool, "-e", "SELECT 'a b'", "")
            .set(variable, home)
            .run();

    assertThat(result.exitCode()).isEqualTo(7);
    assertThat(result.out()).isEqualTo("[-e]\n[SELECT 'a b']\n[]\n");
    assertThat(result.err())
        .isEqualTo("%1$s: using %2$s/bin/%1$s (%3$s)\n".formatted(tool, home, variable));
  }

  @ParameterizedTest
  @CsvSource({"/a/loadpath-mapreduce-1.0.jar, true", "/a/other.jar, ''"})
  void theUsersHadoopDoesNotUnpackTheJobJar(String jar, String skips) throws IOException {
    Path home = installation("hadoop");
    Files.writeString(
        home.resolve("bin/hadoop"), "#!/bin/sh\nprintf '%s' \"$HADOOP_CLIENT_SKIP_UNJAR\"\n");

    Program.Outcome result =
        Program.in(folder, "engines/bin/hadoop", "jar", jar, "q1", "in", "out")
            .set("HADOOP_HOME", home)
            .run()
            .ok();

    assertThat(result.out()).isEqualTo(skips);
  }

  @ParameterizedTest
  @CsvSource({
    "17.0.1, jdk.incubator.vector, q1, false",
    "21.0.1, jdk.incubator.vector, q1, true",
    "25, jdk.incubator.vector, q1, true",
    "25, java.sql, q1, false",
    "25, jdk.incubator.vector, load, false"
  })
  void onlyQ1OnANewerJdkGetsTheVectorModule(
      String version, String modules, String program, boolean gets) throws IOException {
    Path jdk = FakeJdk.make(folder.resolve("jdk"), version, modules, FakeJdk.PRINTS_ARGUMENTS);

    Program.Outcome result =
        Program.in(folder, "engines/bin/hadoop", "jar", "/a/loadpath-mapreduce-1.0.jar", program)
            .with("hdfs:///lineitem", "answer")
            .set("JAVA_HOME", jdk)
            .set("LOADPATH_STATE", folder.resolve("state"))
            .run()
            .ok();

    assertThat(result.out().lines().filter("--add-modules=jdk.incubator.vector"::equals))
        .hasSize(gets ? 1 : 0);
    assertThat(result.out().contains("--sun-misc-unsafe-memory-access"))
        .isEqualTo(version.equals("25"));
  }

  @ParameterizedTest
  @CsvSource({"hadoop, HADOOP_HOME", "hive, HIVE_HOME", "pig, PIG_HOME"})
  void aHomeWithoutTheToolIsAnError(String tool, String variable) {
    Program.Outcome result =
        Program.in(folder, "engines/bin/" + tool, "x").set(variable, folder).run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains(variable + "=" + folder + " holds no bin/" + tool, "unset");
  }

  @ParameterizedTest
  @CsvSource({
    "hadoop, HADOOP_CONF_DIR, version",
    "hive, HIVE_CONF_DIR, --version",
    "hive, HADOOP_CONF_DIR, --version",
    "pig, HADOOP_CONF_DIR, -version"
  })
  void aConfigurationFolderThatIsNotThereIsAnError(String tool, String variable, String argument) {
    Program.Outcome result =
        Program.in(folder, "engines/bin/" + tool, argument)
            .set(variable, folder.resolve("none"))
            .run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains(variable + "=" + folder.resolve("none") + " is not a folder");
  }

  @ParameterizedTest
  @CsvSource({
    "hadoop, distcp, unknown command 'distcp'",
    "hadoop, jar, jar needs a file",
    "hadoop, --config, --config needs a folder",
    "hive, --config, --config needs a folder",
    "hive, --service, only the command line"
  })
  void wrongUsageExitsWith2(String tool, String argument, String message) {
    Program.Outcome result = Program.in(folder, "engines/bin/" + tool, argument).run();

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).startsWith(tool + ": ").contains(message);
  }

  @ParameterizedTest
  @CsvSource({"hadoop", "hive", "pig"})
  void helpIsNoError(String tool) {
    Program.Outcome result = Program.in(folder, "engines/bin/" + tool, "--help").run().ok();

    assertThat(result.out()).startsWith("Usage: " + tool);
    assertThat(result.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"hadoop, version", "hive, --version", "pig, -version"})
  void aFolderWithoutJdkIsAnError(String tool, String argument) {
    Program.Outcome result =
        Program.in(folder, "engines/bin/" + tool, argument).set("JAVA_HOME", folder).run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("JAVA_HOME=" + folder + " holds no JDK", "JDK 17");
  }

  @Test
  void worksThroughASymbolicLink() throws IOException {
    Path link = folder.resolve("hadoop");
    Files.createSymbolicLink(link, Program.ROOT.resolve("engines/bin/hadoop"));

    Program.Outcome result = Program.in(folder, link.toString(), "--help").run();
    Files.delete(link);

    assertThat(result.ok().out()).startsWith("Usage: hadoop");
  }

  /** A home whose launcher prints each argument in brackets and exits with 7. */
  private Path installation(String tool) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("home/bin"));
    Path launcher = bin.resolve(tool);
    Files.writeString(launcher, "#!/bin/sh\nprintf '[%s]\\n' \"$@\"\nexit 7\n");
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    return bin.getParent();
  }
}
