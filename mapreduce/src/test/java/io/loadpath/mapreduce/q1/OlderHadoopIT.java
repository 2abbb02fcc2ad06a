package io.loadpath.mapreduce.q1;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged jar, without its libraries, with the client of Hadoop 3.3, which many clusters still
 * have.
 */
class OlderHadoopIT {
  private static final Path TARGET = Path.of("target").toAbsolutePath();

  @TempDir private Path folder;

  @Test
  void theJarOfTheTasksNeedsNothingThatHadoop33Lacks() throws Exception {
    TestLineitem.write(folder.resolve("in"), TestLineitem.ROWS, 2, ".gz", "\n");
    Path jar = folder.resolve("tasks.jar");
    TaskJar.copy(jar(), jar);
    String classPath = jar + File.pathSeparator + TARGET.resolve("hadoop-3.3/*");

    Program.in(
            folder,
            System.getProperty("java.home") + "/bin/java",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classPath,
            "io.loadpath.mapreduce.Driver",
            "q1",
            "in",
            "out")
        .run()
        .ok();

    assertThat(Files.readAllLines(folder.resolve("out/part-r-00000")))
        .isEqualTo(TestLineitem.ANSWER);
  }

  private static Path jar() throws IOException {
    try (var jars = Files.newDirectoryStream(TARGET, "loadpath-mapreduce-*.jar")) {
      return jars.iterator().next();
    }
  }
}
