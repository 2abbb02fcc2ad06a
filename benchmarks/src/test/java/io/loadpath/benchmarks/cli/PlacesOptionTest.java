package io.loadpath.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.PathFolder;
import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The places of a run, and the warning about a cluster that it does not use. */
class PlacesOptionTest {
  private static PlacesOption option() {
    return new PlacesOption();
  }

  private static PlacesOption option(String on) {
    return CommandLine.populateCommand(option(), "--on", on);
  }

  @Test
  void anUnknownPlaceIsRefused() {
    assertThatThrownBy(() -> option("local,/nowhere").check())
        .hasMessageStartingWith("on: '/nowhere' is not a folder");
    option("local,cluster").check();
    option().check();
    assertThat(option().words()).isEmpty();
  }

  @Test
  void theRecordedCommandNamesTheSameClusterInEveryFolder(@TempDir Path folder) throws IOException {
    Path configuration = Files.createDirectory(folder.resolve("Ann's conf"));
    Files.writeString(
        configuration.resolve("core-site.xml"),
        """
        <configuration>
          <property><name>fs.defaultFS</name><value>hdfs://nn1:8020</value></property>
        </configuration>
        """);
    Path relative = Path.of("").toAbsolutePath().relativize(configuration.toAbsolutePath());

    assertThat(option("local," + relative + ",cluster").words())
        .isEqualTo(" --on local,'%s/Ann'\\''s conf',cluster".formatted(folder.toAbsolutePath()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | hadoop | local | this run is local; to use that cluster, add --on \"$HADOOP_CONF_DIR\"",
        "'' | hive | cluster | this run is on cluster;",
        "'' | hadoop | local,cluster | this run is local and on cluster;",
        "local | hadoop | local | ''",
        "'' | postgres | local | ''"
      })
  void aCallersClusterThatIsNotUsedIsSaid(
      String on, String needs, String where, String line, @TempDir Path folder) throws IOException {
    PlacesOption places = on.isEmpty() ? option() : option(on);
    List<Variant> variants = variants(folder, needs, where.split(","));
    Path bundled = folder.resolve("cluster/conf");

    Optional<String> said =
        places.unused(variants, Map.of("HADOOP_CONF_DIR", "/etc/hadoop"), bundled);
    assertThat(said.isEmpty()).isEqualTo(line.isEmpty());
    assertThat(said.orElse("")).contains(line);
    assertThat(places.unused(variants, Map.of(), bundled)).isEmpty();
  }

  @Test
  void theBundledClusterIsAdvisedByItsNameUnlessTheRunIsThere(@TempDir Path folder)
      throws IOException {
    Path bundled = folder.resolve("cluster/conf");
    Map<String, String> environment = Map.of("HADOOP_CONF_DIR", bundled.toString());

    assertThat(option().unused(variants(folder, "hadoop", "local"), environment, bundled))
        .contains(
            "HADOOP_CONF_DIR=%s is not used: this run is local; to use that cluster, add --on cluster"
                .formatted(bundled));
    assertThat(
            option().unused(variants(folder, "hadoop", "local", "cluster"), environment, bundled))
        .isEmpty();
  }

  private static List<Variant> variants(Path folder, String needs, String... places)
      throws IOException {
    String yaml = PathFolder.yaml("one").replace("needs: []", "needs: [" + needs + "]");
    LoadPath path = LoadPath.read(PathFolder.write(folder, "one", yaml));
    return Stream.of(places)
        .map(place -> new Variant(path, Map.of("files", "2"), null, 2, Place.of(place)))
        .toList();
  }
}
