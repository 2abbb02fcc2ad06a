package io.loadpath.engines.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellWordTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"/it's $HOME", "/plain", "a b", "`id`\\"})
  void aShellReadsAWordAsItIs(String word) {
    for (String written : new String[] {ShellWord.of(word), ShellWord.quoted(word)}) {
      String script = "printf %s " + written;
      assertThat(Program.in(folder, "/bin/sh", "-euc", script).run().ok().out()).isEqualTo(word);
    }
  }
}
