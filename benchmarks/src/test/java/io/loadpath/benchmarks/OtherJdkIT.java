package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadpath.benchmarks.record.RunRecord.NotRun;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The build runs on newer JDKs. They are looked for in /usr/lib/jvm; LOADPATH_JDK21 and
 * LOADPATH_JDK25 name others.
 */
@Tag("cluster")
@Timeout(1200)
class OtherJdkIT {
  @TempDir private Path folder;

  private static Optional<Path> find(int version) throws IOException {
    String named = System.getenv("LOADPATH_JDK" + version);
    if (named != null) {
      return Optional.of(Path.of(named));
    }
    Path installed = Path.of("/usr/lib/jvm");
    if (Files.isDirectory(installed)) {
      try (DirectoryStream<Path> homes = Files.newDirectoryStream(installed)) {
        for (Path home : homes) {
          Path release = home.resolve("release");
          if (Files.isExecutable(home.resolve("bin/javac"))
              && Files.isReadable(release)
              && Files.readString(release).contains("JAVA_VERSION=\"" + version)) {
            return Optional.of(home);
          }
        }
      }
    }
    return Optional.empty();
  }

  @ParameterizedTest
  @ValueSource(ints = {21, 25})
  void allPathsAndTheClusterRun(int version) throws Exception {
    Optional<Path> jdk = find(version);
    assumeThat(jdk).as("a JDK %d in /usr/lib/jvm or LOADPATH_JDK%d", version, version).isPresent();
    Owner.mode(folder, "rwxr-xr-x"); // for root's database server
    Path results = folder.resolve("results");
    loadpath(jdk.get(), "run", "quick", "--rounds", "1", "--rows", "2000", "--scale", "0.001")
        .with("--out", results.toString())
        .run()
        .ok();
    assertThat(TestRecords.newest(results).notRun())
        .extracting(NotRun::reason)
        .allMatch(reason -> reason.startsWith("needs an Oracle") || reason.contains("polars"));
    try {
      loadpath(jdk.get(), "cluster", "start").run().ok();
      loadpath(jdk.get(), "run", "q1", "--on", "cluster", "--only", "mapreduce-q1")
          .with("--scale", "0.001", "--rounds", "1", "--out", results.toString())
          .run()
          .ok();
    } finally {
      loadpath(jdk.get(), "cluster", "stop").run();
    }
  }

  private Program loadpath(Path jdk, String... words) {
    return Program.in(Program.ROOT, "bin/loadpath", words)
        .set("JAVA_HOME", jdk)
        .set("LOADPATH_STATE", folder.resolve("state"))
        .set("LOADPATH_BUILD", "never");
  }
}
