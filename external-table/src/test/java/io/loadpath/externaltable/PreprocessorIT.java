package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.loadpath.engines.service.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs the preprocessors' tests, which are bats files, and reports each test by its name. */
class PreprocessorIT {
  private static final Path SUITE = Path.of("src/test/bats").toAbsolutePath();
  private static final Pattern RESULT =
      Pattern.compile("(not )?ok \\d+ (?<name>.*?)(?: # skip ?(?<reason>.*))?");

  /** One line of TAP, with the lines that explain it. */
  private record Result(boolean ok, String name, String skipReason, List<String> log) {
    DynamicNode node(Path file) {
      return DynamicTest.dynamicTest(file.getFileName() + ": " + name, this::check);
    }

    private void check() {
      Assumptions.assumeTrue(skipReason == null, skipReason);
      if (!ok) {
        fail(name + "\n" + String.join("\n", log));
      }
    }
  }

  @TestFactory
  Stream<DynamicNode> everyPreprocessorKeepsWhatItPromises() throws Exception {
    List<DynamicNode> tests;
    try (Stream<Path> files = Files.list(SUITE)) {
      tests =
          files.filter(file -> file.toString().endsWith(".bats")).sorted().toList().parallelStream()
              .flatMap(file -> run(file.toString()).stream().map(result -> result.node(file)))
              .toList();
    }
    assertThat(tests).hasSizeGreaterThan(100);
    return tests.stream();
  }

  private static List<Result> run(String... arguments) {
    Map<String, String> environment =
        Map.of(
            "PATH",
            System.getenv("PATH"),
            "LC_ALL",
            "C.UTF-8",
            "JAVA",
            System.getProperty("java.home") + "/bin/java");
    Program.Outcome outcome =
        Program.in(SUITE, SUITE.resolve("run").toString(), arguments).only(environment).run();
    List<Result> results = new ArrayList<>();
    for (String line : outcome.out().lines().skip(1).toList()) {
      Matcher result = RESULT.matcher(line);
      if (result.matches()) {
        results.add(
            new Result(
                result.group(1) == null,
                result.group("name"),
                result.group("reason"),
                new ArrayList<>()));
      } else {
        results.get(results.size() - 1).log().add(line);
      }
    }
    String planned = "1.." + results.size();
    assertThat(outcome.out()).as(outcome.err()).startsWith(planned + "\n");
    return results;
  }
}
