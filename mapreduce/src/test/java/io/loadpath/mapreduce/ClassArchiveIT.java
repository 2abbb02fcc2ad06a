package io.loadpath.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive of Hadoop's classes that bin/hadoop makes and uses. */
class ClassArchiveIT {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final String FROM_ARCHIVE =
      "org.apache.hadoop.mapreduce.Job source: shared objects file (top)";

  @TempDir Path folder;

  @Test
  void aJobTakesItsClassesFromTheArchive() throws Exception {
    hadoop(Map.of(), "version");
    Path archive = ROOT.resolve("engines/hadoop/target/hadoop.jsa");
    assertThat(archive).isNotEmptyFile();
    long made = Files.getLastModifiedTime(archive).toMillis();

    assertThat(classesOfAJob(Map.of())).contains(FROM_ARCHIVE);
    assertThat(classesOfAJob(Map.of("HADOOP_CLASSPATH", folder.toString()))).contains(FROM_ARCHIVE);
    assertThat(Files.getLastModifiedTime(archive).toMillis()).isEqualTo(made);
  }

  @Test
  void noJobRunsForTheArchiveWhereTheUsersConfigurationMayNameACluster() throws Exception {
    Path archive = ROOT.resolve("engines/hadoop/target/hadoop.jsa");
    Path conf = Files.createDirectory(folder.resolve("conf"));
    Files.writeString(
        conf.resolve("core-site.xml"),
        "<configuration><property><name>fs.defaultFS</name>"
            + "<value>hdfs://127.0.0.1:1</value></property></configuration>");
    Files.deleteIfExists(archive);

    hadoop(Map.of("HADOOP_CONF_DIR", conf.toString()), "version");
    hadoop(Map.of("HADOOP_CLASSPATH", folder.toString()), "version");
    assertThat(archive).doesNotExist();

    hadoop(Map.of(), "version");
    assertThat(archive).isNotEmptyFile();
  }

  @Test
  void anArchiveThatDoesNotFitIsNoReasonToFailOrToTalk() throws Exception {
    hadoop(Map.of(), "version");
    Map<String, String> otherClassesFirst =
        Map.of("HADOOP_CLASSPATH", folder.toString(), "HADOOP_USER_CLASSPATH_FIRST", "true");

    assertThat(classesOfAJob(otherClassesFirst)).doesNotContain(FROM_ARCHIVE);
    assertThat(hadoop(otherClassesFirst, "version")).startsWith("Hadoop 3.").doesNotContain("[cds");
  }

  /** What the JVM says of the classes that it loads for a small job. */
  private String classesOfAJob(Map<String, String> environment) throws Exception {
    Path input = Files.writeString(folder.resolve("empty.tbl"), "");
    Path log = Files.createTempFile(folder, "classes", ".log");
    Path output = folder.resolve("answer-" + log.getFileName());
    String jar;
    try (var jars = Files.newDirectoryStream(ROOT.resolve("mapreduce/target"), "loadpath-*.jar")) {
      jar = jars.iterator().next().toString();
    }
    Map<String, String> variables = new HashMap<>(environment);
    variables.put("HADOOP_OPTS", "-Xlog:class+load:file=" + log);
    hadoop(variables, "jar", jar, "q1", input.toUri().toString(), output.toUri().toString());
    assertThat(output.resolve("_SUCCESS")).exists();
    return Files.readString(log);
  }

  private String hadoop(Map<String, String> environment, String... arguments) throws Exception {
    String[] command = new String[arguments.length + 1];
    command[0] = ROOT.resolve("bin/hadoop").toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    File out = folder.resolve("out.txt").toFile();
    File err = folder.resolve("err.txt").toFile();
    ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out).redirectError(err);
    builder.environment().put("LOADPATH_STATE", folder.resolve("state").toString());
    builder.environment().putAll(environment);
    int exitCode = builder.start().waitFor();
    assertThat(exitCode).as(read(err)).isZero();
    return read(out);
  }

  private static String read(File file) throws IOException {
    return Files.readString(file.toPath());
  }
}
