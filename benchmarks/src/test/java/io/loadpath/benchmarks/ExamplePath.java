package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.suite.PathFolder;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The example path of the documents, in a copy of the project. */
public final class ExamplePath {
  private static final String TUTORIAL = "docs/tutorials/is-my-change-faster.md";
  private static final Pattern IN_TUTORIAL =
      Pattern.compile(
          "```sh\n(mkdir benchmarks/paths/slowed\n.*?)bin/loadpath ([^\n]*)\n```", Pattern.DOTALL);
  private static final Pattern IN_CONTRIBUTING =
      Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  private ExamplePath() {}

  /** Makes {@code folder} a project of links to this one, with the paths of both documents. */
  public static Path project(Path folder) throws IOException {
    Path paths = Path.of("benchmarks/paths");
    link(Program.ROOT, folder, List.of("benchmarks"));
    link(
        Program.ROOT.resolve("benchmarks"),
        folder.resolve("benchmarks"),
        List.of("paths", "results"));
    link(Program.ROOT.resolve(paths), folder.resolve(paths), List.of());
    addSlowed(folder);
    String yaml = found(IN_CONTRIBUTING, "CONTRIBUTING.md").group(1).stripIndent();
    PathFolder.write(folder.resolve(paths), "my-loader", yaml);
    return folder;
  }

  private static void link(Path from, Path to, List<String> without) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        if (!without.contains(file.getFileName().toString())) {
          Files.createSymbolicLink(to.resolve(file.getFileName()), file);
        }
      }
    }
  }

  /** Adds the tutorial's path to the project {@code root}, by the commands that it prints. */
  static void addSlowed(Path root) throws IOException {
    Program.in(root, "bash", "-euc", found(IN_TUTORIAL, TUTORIAL).group(1)).run().ok();
  }

  /** Returns the arguments of {@code bin/loadpath} that the tutorial runs the path with. */
  static String arguments() throws IOException {
    return found(IN_TUTORIAL, TUTORIAL).group(2);
  }

  private static Matcher found(Pattern pattern, String document) throws IOException {
    Matcher matcher = pattern.matcher(Files.readString(Program.ROOT.resolve(document)));
    assertThat(matcher.find()).as("the example in " + document).isTrue();
    return matcher;
  }
}
