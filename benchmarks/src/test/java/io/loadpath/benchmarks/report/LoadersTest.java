package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LoadersTest {
  private static final String TEST = "test ";

  private static Loaders loaders;

  @BeforeAll
  static void read() throws IOException {
    loaders = Loaders.all();
  }

  private static List<String> grounds() {
    return loaders.features().stream()
        .flatMap(feature -> feature.claims().stream())
        .flatMap(claim -> claim.by().stream())
        .toList();
  }

  @Test
  void eachLoaderHasAClaimToEachFeatureAndEachClaimAGround() {
    for (Loaders.Feature feature : loaders.features()) {
      assertThat(feature.claims()).as(feature.name()).hasSameSizeAs(loaders.loaders());
      assertThat(feature.claims()).allMatch(claim -> !claim.says().isBlank());
      assertThat(feature.claims()).noneMatch(claim -> claim.by().isEmpty());
    }
  }

  @Test
  void eachGroundIsASourceOrATestThatExists() throws IOException {
    Set<String> unused = new HashSet<>(loaders.sources().keySet());
    for (String ground : grounds()) {
      if (!unused.remove(ground) && !loaders.sources().containsKey(ground)) {
        assertThat(ground).startsWith(TEST);
        String[] names = ground.substring(TEST.length()).split("\\.");
        assertThat(source(names[0])).as(ground).contains(" " + names[1] + "(");
      }
    }
    assertThat(unused).as("sources of no claim").isEmpty();
  }

  private static String source(String name) throws IOException {
    try (Stream<Path> files = Files.find(Program.ROOT, 20, (file, about) -> isTest(file, name))) {
      return Files.readString(files.findFirst().orElseThrow(() -> new AssertionError(name)));
    }
  }

  private static boolean isTest(Path file, String name) {
    return file.endsWith(name + ".java") && file.toString().contains("/src/test/java/");
  }
}
