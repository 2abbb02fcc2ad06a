package io.loadpath.hive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bundled Hadoop through engines/bin/hadoop. */
class HadoopLauncherIT {
  /** Copies its input with the default mapper and reducer, and prints its configuration. */
  private static final String PROGRAM =
      """
      import org.apache.hadoop.conf.*;
      import org.apache.hadoop.fs.Path;
      import org.apache.hadoop.mapreduce.Job;
      import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
      import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
      import org.apache.hadoop.util.*;

      public class Program extends Configured implements Tool {
        public static void main(String[] args) throws Exception {
          System.exit(ToolRunner.run(new Program(), args));
        }

        public int run(String[] args) throws Exception {
          if (args.length == 0) {
            System.out.println(System.getProperty("greeting"));
            return 3;
          }
          Job job = Job.getInstance(getConf(), "copy");
          job.setJarByClass(Program.class);
          FileInputFormat.addInputPath(job, new Path(args[0]));
          FileOutputFormat.setOutputPath(job, new Path(args[1]));
          System.out.println(job.getConfiguration().get("hadoop.tmp.dir"));
          System.out.println(job.getConfiguration().get("mapreduce.local.map.tasks.maximum"));
          return job.waitForCompletion(true) ? 0 : 1;
        }
      }
      """;

  @TempDir static Path folder;

  @BeforeAll
  static void compile() throws IOException {
    Path source = Files.writeString(folder.resolve("Program.java"), PROGRAM);
    try (Stream<Path> jars = Files.list(Program.ROOT.resolve("engines/hadoop/target/lib"))) {
      compile(source, jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    }
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(folder.resolve("program.jar")))) {
      jar.putNextEntry(new JarEntry("Program.class"));
      Files.copy(folder.resolve("Program.class"), jar);
    }
  }

  private static void compile(Path source, String classpath) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    assertThat(compiler.run(null, null, null, "-cp", classpath, source.toString())).isZero();
  }

  private Program hadoop(String... arguments) {
    return Program.in(folder, "engines/bin/hadoop", arguments)
        .set("LOADPATH_STATE", folder.resolve("state"));
  }

  @Test
  void putsRootsStateWhereTheDatabaseServerCanEnter() throws IOException {
    assumeThat(System.getProperty("user.name"))
        .as("only root's server is another user")
        .isEqualTo("root");
    Path project = Files.createDirectory(folder.resolve("project"));
    Files.setPosixFilePermissions(project, PosixFilePermissions.fromString("rwx------"));
    Path launcher = Hive.copyOfLauncher("hadoop", project);

    Program.in(folder, launcher.toString(), "fs", "-ls", "/").run().ok();

    Path state = project.resolve(".loadpath");
    assertThat(state).isSymbolicLink();
    Path elsewhere = Files.readSymbolicLink(state);
    assertThat(elsewhere).startsWith(Path.of("/var/tmp"));
    for (Path made : List.of(elsewhere.resolve(".loadpath-state"), elsewhere)) {
      Files.delete(made);
    }
    FileTree.delete(project.resolve("engines"));
  }

  @Test
  void listsAndCopiesFiles() throws IOException {
    Path file = Files.writeString(folder.resolve("some file"), "text");

    Program.Outcome list = hadoop("fs", "-ls", folder.toUri().toString()).run().ok();
    Program.Outcome copy =
        hadoop("fs", "-cp", "some file", folder.resolve("copy").toUri().toString()).run().ok();
    Program.Outcome missing = hadoop("fs", "-ls", "none").run();

    assertThat(list.out()).contains(file.toString());
    assertThat(list.err() + copy.err()).isEmpty();
    assertThat(folder.resolve("copy")).hasContent("text");
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.err()).contains("No such file or directory");
  }

  @Test
  void runsAJobInItsStateFolderWithAllCores() throws IOException {
    Files.writeString(folder.resolve("input"), "a\nb\n");

    Program.Outcome result =
        hadoop("jar", "program.jar", "Program", "-D", "mapreduce.job.reduces=2", "input", "output")
            .set("LOADPATH_CORES", 3)
            .run()
            .ok();

    assertThat(result.out().lines())
        .containsExactly(folder.resolve("state/hadoop").toString(), "3");
    // Hadoop's default in /tmp belongs to the user who ran the first job
    assertThat(folder.resolve("state/hadoop/staging")).isDirectory();
    assertThat(result.err()).contains("map 100% reduce 100%").doesNotContain("WARN");
    try (Stream<Path> output = Files.list(folder.resolve("output"))) {
      assertThat(output.map(path -> path.getFileName().toString()))
          .contains("_SUCCESS", "part-r-00000", "part-r-00001");
    }
  }

  @Test
  void passesOptionsAndTheExitCode() {
    Program.Outcome result =
        hadoop("jar", "program.jar", "Program")
            .set("HADOOP_OPTS", "-Dgreeting=hello")
            .set("HADOOP_CLIENT_OPTS", "-Xmx128m")
            .run();

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.out()).isEqualTo("hello\n");
  }

  @Test
  void runsAClassOnTheUsersClasspath() throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes/a"));
    Path source =
        Files.writeString(
            classes.resolve("Here.java"),
            "package a; public class Here { public static void main(String[] a) {"
                + " System.out.println(\"here\"); } }");
    compile(source, "");

    Program.Outcome result =
        hadoop("a.Here").set("HADOOP_CLASSPATH", classes.getParent()).run().ok();

    assertThat(result.out()).isEqualTo("here\n");
  }

  @Test
  void theUsersConfigurationWins() throws IOException {
    Path conf = Files.createDirectories(folder.resolve("conf"));
    Files.writeString(
        conf.resolve("core-site.xml"),
        "<configuration><property><name>fs.defaultFS</name><value>nosuch:///</value></property>"
            + "</configuration>");

    for (Program command :
        List.of(
            hadoop("fs", "-ls", "/").set("HADOOP_CONF_DIR", conf),
            hadoop("--config", conf.toString(), "fs", "-ls", "/"))) {
      Program.Outcome result = command.run();

      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.err())
          .startsWith("hadoop: using the configuration in " + conf)
          .contains("No FileSystem for scheme \"nosuch\"");
    }
  }

  @Test
  void refusesAStateFolderInWhichJobsWouldFail() {
    Program.Outcome result =
        hadoop("jar", "program.jar").set("LOADPATH_STATE", folder.resolve("a b")).run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("Hadoop cannot run jobs in", "set LOADPATH_STATE");
  }
}
