package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepLogTest {
  @TempDir private Path folder;

  @Test
  void showsTheLastTwentyLinesOfALongLog() throws IOException {
    String text =
        IntStream.rangeClosed(1, 500_000)
            .mapToObj(i -> "line " + i)
            .collect(Collectors.joining("\n"));
    Path log = Files.writeString(folder.resolve("log"), text);

    assertThat(new StepLog(List.of()).tail(log).lines())
        .hasSize(20)
        .endsWith("line 499999", "line 500000");
  }

  @Test
  void hidesSecrets() throws IOException {
    Path log = Files.writeString(folder.resolve("log"), "password=hunter2 is wrong\n");

    assertThat(new StepLog(List.of("hunter2", "")).tail(log)).isEqualTo("password=*** is wrong");
  }

  /** The part of the log that is read may begin inside the secret. */
  @Test
  void hidesASecretOfWhichTheFirstPartIsNotRead() throws IOException {
    StepLog log = new StepLog(List.of("wörd", "hunter2"));
    for (int after = 16 * 1024 - 20; after <= 16 * 1024 + 20; after++) {
      String text = "x".repeat(20_000) + " hunter2" + "y".repeat(after);
      String tail = log.tail(Files.writeString(folder.resolve("log"), text));
      assertThat(tail.replaceAll("[*x]", "").strip()).matches("y{300,}");
    }
  }

  @Test
  void takesTheFirstLogThatHoldsAnything() throws IOException {
    Path empty = Files.writeString(folder.resolve("err"), "");
    Path out = Files.writeString(folder.resolve("out"), "only here\n");

    assertThat(new StepLog(List.of()).tail(empty, folder.resolve("none"), out))
        .isEqualTo("only here");
  }
}
