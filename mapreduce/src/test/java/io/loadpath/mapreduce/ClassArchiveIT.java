package io.loadpath.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadpath.engines.service.FakeJdk;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive of Hadoop's classes that the build makes and engines/bin/hadoop uses. */
class ClassArchiveIT {
  private static final Path ROOT = Program.ROOT;
  private static final Path HADOOP = ROOT.resolve("engines/bin/hadoop");
  private static final String MAKE = "mapreduce/class-archive/make";
  private static final String FROM_ARCHIVE = " source: shared objects file";
  private static final String UTILITY = "org.apache.hadoop.io.IOUtils" + FROM_ARCHIVE;

  @TempDir Path folder;
  private final List<Path> links = new ArrayList<>();

  /** Of the last program. */
  private Program.Outcome outcome;

  /** JUnit warns of links that leave its folder. */
  @AfterEach
  void deleteLinks() throws IOException {
    for (Path link : links) {
      Files.delete(link);
    }
  }

  @Test
  void aJobTakesItsClassesFromTheBuildsArchive() throws Exception {
    Path input = Files.writeString(folder.resolve("empty.tbl"), "");
    Path output = folder.resolve("answer");

    assertThat(classes(Map.of(), "jar", jar(), "q1", input.toString(), output.toString()))
        .contains("org.apache.hadoop.mapreduce.Job" + FROM_ARCHIVE)
        .as("compiled for Java 5")
        .contains("org.apache.log4j.Logger" + FROM_ARCHIVE)
        .as("the server for the metrics' beans")
        .doesNotContain("com.sun.jmx.mbeanserver.JmxMBeanServer ");
    assertThat(output.resolve("_SUCCESS")).exists();
  }

  @Test
  void theArchiveStaysAtItsAddress() {
    run(Map.of("HADOOP_OPTS", "-XX:+PrintFlagsFinal"), HADOOP, "version");

    assertThat(outcome.out()).containsPattern("ArchiveRelocationMode += 0");
  }

  @Test
  void aClientOfAClusterTakesItsClassesFromTheBuildsArchive() throws Exception {
    Path log = folder.resolve("classes.log");
    String[] settings = {
      "-Dipc.client.connect.max.retries=0",
      "-Dmapreduce.framework.name=yarn",
      "-Dyarn.app.mapreduce.am.staging-dir=" + folder,
      "-Dyarn.resourcemanager.address=127.0.0.1:1",
      "-Dyarn.resourcemanager.connect.max-wait.ms=1",
      "-Dyarn.resourcemanager.connect.retry-interval.ms=1"
    };
    outcome =
        program(HADOOP, "jar", jar(), "q1")
            .with(settings)
            .with("hdfs://127.0.0.1:1/input", "answer")
            .set("HADOOP_OPTS", "-Xlog:class+load:file=" + log)
            .run();

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(Files.readString(log))
        .contains("hadoop.ipc.ProtobufRpcEngine2" + FROM_ARCHIVE)
        .contains("hdfs.DistributedFileSystem" + FROM_ARCHIVE, "mapred.YARNRunner" + FROM_ARCHIVE);
  }

  @Test
  void filesGetTheirPermissionsWithoutAProcessForEach() throws Exception {
    Path input = Files.writeString(folder.resolve("empty.tbl"), "");
    Path output = folder.resolve("answer");
    Path programs = Files.createDirectory(folder.resolve("programs"));
    Owner.mode(Files.writeString(programs.resolve("chmod"), "#!/bin/sh\nexit 1\n"), "rwxr-xr-x");
    Map<String, String> noChmod = Map.of("PATH", programs + ":" + System.getenv("PATH"));

    run(noChmod, HADOOP, "jar", jar(), "q1", input.toString(), output.toString());
    assertThat(permissions(output)).isEqualTo("rwxr-xr-x");
    assertThat(permissions(output.resolve("part-r-00000"))).isEqualTo("rw-r--r--");
    run(noChmod, HADOOP, "fs", "-chmod", "351", output.toString());
    assertThat(permissions(output)).isEqualTo("-wxr-x--x");
    run(Map.of(), HADOOP, "fs", "-chmod", "1750", output.toString());
    assertThat((int) Files.getAttribute(output, "unix:mode") & 07777).isEqualTo(01750);
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void itServesWhereTheUsersClassesAreLastAndIsIgnoredInSilenceWhereTheyAreFirst()
      throws Exception {
    String other = folder.toString();
    assertThat(classes(Map.of("HADOOP_CLASSPATH", other), "version")).contains(UTILITY);
    Map<String, String> first =
        Map.of("HADOOP_CLASSPATH", other, "HADOOP_USER_CLASSPATH_FIRST", "true");
    assertThat(classes(first, "version")).doesNotContain(FROM_ARCHIVE);
    assertThat(outcome.out()).startsWith("Hadoop 3.").doesNotContain("[cds");
  }

  @Test
  void theBuildMakesItOnceAndWithoutTheUsersConfiguration() throws Exception {
    Path starts = folder.resolve("starts");
    Path jdk =
        jdk(
            """
            echo "conf=$HADOOP_CONF_DIR $*" >>'%s'
            for option; do
              case $option in
              -XX:DumpLoadedClassList=*) echo a/Class >"${option#*=}" ;;
              -XX:SharedArchiveFile=*) echo archive >"${option#*=}" ;;
              esac
            done
            """
                .formatted(starts));
    Path root = copyOfTheProject("my project");
    Map<String, String> environment =
        Map.of("JAVA_HOME", jdk.toString(), "HADOOP_CONF_DIR", folder.toString());

    run(environment, root.resolve(MAKE));
    assertThat(root.resolve("engines/hadoop/target/hadoop.jsa")).hasContent("archive");
    String first = Files.readString(starts);
    assertThat(first.lines().filter(line -> line.contains("-XX:DumpLoadedClassList=")))
        .isNotEmpty()
        .allMatch(line -> line.startsWith("conf= "));
    run(environment, root.resolve(MAKE));
    assertThat(starts).hasContent(first);
  }

  @Test
  void itIsMadeBelowTargetWhereNoProgramRunsFromTmp() throws Exception {
    Path tmp = Files.createDirectory(folder.resolve("tmp"));
    String noexec = "mount -t tmpfs -o noexec tmpfs \"$0\" && TMPDIR=$0 exec \"$@\"";
    String[] inNamespace = {"--map-root-user", "--mount", "sh", "-c", noexec, tmp.toString()};
    assumeThat(program(Path.of("/usr/bin/unshare"), with(inNamespace, "true")).run().exitCode())
        .as("unshare is permitted")
        .isZero();
    Path places = folder.resolve("places");
    Path jdk = jdk("pwd >>'%s'\nexit 1\n".formatted(places));
    Path root = copyOfTheProject("project");

    run(
        Map.of("JAVA_HOME", jdk.toString()),
        Path.of("/usr/bin/unshare"),
        with(inNamespace, root.resolve(MAKE).toString()));
    Path target = root.resolve("engines/hadoop/target");
    assertThat(places).content().startsWith(target + "/archive.");
    assertThat(target).isDirectoryNotContaining("glob:**/archive.*");
  }

  private static String[] with(String[] words, String last) {
    return Stream.concat(Stream.of(words), Stream.of(last)).toArray(String[]::new);
  }

  @Test
  void aJvmThatMakesNoArchiveIsNoError() throws Exception {
    Path jdk = jdk("echo no dump >&2\nexit 1\n");
    Path root = copyOfTheProject("my project");

    run(Map.of("JAVA_HOME", jdk.toString()), root.resolve(MAKE));
    assertThat(outcome.err()).contains("starts more slowly", "no dump");
    assertThat(root.resolve("engines/hadoop/target"))
        .isDirectoryContaining("glob:**.jsa.failed")
        .isDirectoryNotContaining("glob:**.jsa");
  }

  /** A fake JDK. The build itself shows that a real one makes an archive. */
  private Path jdk(String script) throws IOException {
    return FakeJdk.make(folder.resolve("jdk"), "17.0.1", "java.base", script);
  }

  /** A project with the engine's jars and no archive. */
  private Path copyOfTheProject(String name) throws IOException {
    Path root = folder.resolve(name);
    for (String file :
        List.of(
            "engines/bin/hadoop",
            "engines/java.sh",
            "engines/state.sh",
            "engines/class-archive.sh",
            "mapreduce/class-archive/train",
            MAKE)) {
      Files.createDirectories(root.resolve(file).getParent());
      Files.copy(ROOT.resolve(file), root.resolve(file));
    }
    Files.createDirectories(root.resolve("engines/hadoop/target"));
    for (String file :
        List.of(
            "engines/hadoop/conf",
            "engines/hadoop/target/lib",
            "engines/hadoop/target/hadoop-defaults.jar",
            "engines/hadoop/target/hadoop-local.jar",
            "mapreduce/target")) {
      links.add(Files.createSymbolicLink(root.resolve(file), ROOT.resolve(file)));
    }
    return root;
  }

  private static String jar() throws IOException {
    try (var jars = Files.newDirectoryStream(ROOT.resolve("mapreduce/target"), "loadpath-*.jar")) {
      return jars.iterator().next().toString();
    }
  }

  /** The JVM's log of the classes that it loads for a command. */
  private String classes(Map<String, String> environment, String... arguments) throws Exception {
    Path log = folder.resolve("classes.log");
    Map<String, String> variables = new HashMap<>(environment);
    variables.put("HADOOP_OPTS", "-Xlog:class+load:file=" + log);
    run(variables, HADOOP, arguments);
    return Files.readString(log);
  }

  private void run(Map<String, String> environment, Path program, String... arguments) {
    outcome = program(program, arguments).set(environment).run().ok();
  }

  private Program program(Path program, String... arguments) {
    return Program.in(folder, program.toString(), arguments)
        .set("LOADPATH_STATE", folder.resolve("state"));
  }
}
