package io.loadpath.mapreduce.load.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.service.Program;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The packaged jar holds all that {@code load} needs and the client of Hadoop 3.3 lacks. */
@ExtendWith(SharedServer.class)
class LoadPartsIT {
  private static final Path TARGET = Path.of("target").toAbsolutePath();

  @Test
  void eachLibraryWorksWithHadoop33() throws Exception {
    ConnectionInfo info = SharedServer.test().server.connection();

    Program.Outcome outcome =
        Program.in(TARGET, System.getProperty("java.home") + "/bin/java")
            .with("-XX:TieredStopAtLevel=1", "-cp")
            .with(path(Stream.of(jar(), TARGET.resolve("test-classes"), hadoop("*"))))
            .with(LoadParts.class.getName(), Program.ROOT.resolve("examples/sales.yaml").toString())
            .with(info.jdbcUrl(), info.user(), Files.readString(info.passwordFile()).strip())
            .run()
            .ok();

    assertThat(outcome.out().lines())
        .containsExactly(
            "sales has 9 columns", "z=2.5758", "PostgreSQL", "compressed", "other jars: null");
  }

  /** Libraries lack annotations, writers and codecs that the loader does not use. */
  @Test
  void noOwnClassRefersToOneThatHadoop33Lacks() throws IOException {
    String hadoop;
    try (Stream<Path> jars = Files.list(hadoop(""))) {
      hadoop = path(jars);
    }
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out);

    int exitCode =
        ToolProvider.findFirst("jdeps")
            .orElseThrow()
            .run(writer, writer, "--missing-deps", "-cp", hadoop, jar().toString());

    assertThat(exitCode).as(out.toString()).isZero();
    List<String> missing =
        out.toString().lines().filter(line -> line.matches(" .* not found")).toList();
    assertThat(missing)
        .as("jdeps works")
        .isNotEmpty()
        .allMatch(
            line ->
                line.matches(
                    " *io\\.loadpath\\.shaded\\.(org\\.apache\\.(avro|orc|parquet|commons)|parquet|org\\.postgresql)\\..*"));
  }

  private static String path(Stream<Path> parts) {
    return parts.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private static Path hadoop(String name) {
    return TARGET.resolve("hadoop-3.3").resolve(name);
  }

  private static Path jar() throws IOException {
    try (var jars = Files.newDirectoryStream(TARGET, "loadpath-mapreduce-*.jar")) {
      return jars.iterator().next();
    }
  }
}
