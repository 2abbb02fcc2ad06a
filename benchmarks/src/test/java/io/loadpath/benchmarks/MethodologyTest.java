package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MethodologyTest {
  private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT|OnCluster))\\.(\\w+)`");

  @Test
  void eachTestThatAClaimRestsOnExists() throws IOException {
    List<MatchResult> named =
        TEST.matcher(Files.readString(Program.ROOT.resolve("METHODOLOGY.md"))).results().toList();

    assertThat(named).hasSizeGreaterThan(10);
    for (MatchResult test : named) {
      assertThat(source(test.group(1))).as(test.group()).contains(" " + test.group(2) + "(");
    }
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
