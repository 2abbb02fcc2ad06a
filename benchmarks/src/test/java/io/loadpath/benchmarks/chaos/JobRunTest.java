package io.loadpath.benchmarks.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JobRunTest {
  /** A reworded message would make each lost connection at a commit look like a violation. */
  @Test
  void theMessagesOfClientsAreThoseOfTheCode() throws IOException {
    List<String> code = List.of(code("loads"), code("engines/postgres"));

    assertThat(JobRun.SAYS_SO)
        .allMatch(words -> code.stream().anyMatch(text -> hasLiteral(text, words)));
  }

  private static boolean hasLiteral(String text, String words) {
    return Pattern.compile("\"[^\"\n]*" + Pattern.quote(words)).matcher(text).find();
  }

  private static String code(String module) throws IOException {
    StringBuilder code = new StringBuilder();
    try (Stream<Path> files = Files.walk(Program.ROOT.resolve(module + "/src/main/java"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        code.append(Files.readString(file));
      }
    }
    return code.toString();
  }
}
