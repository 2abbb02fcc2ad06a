package io.loadpath.engines.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellLinesTest {
  private static final String SHOW =
      "\necho \"$HADOOP_CONF_DIR ${HIVE_CONF_DIR-none} ${LOADPATH_HIVE_DIR-none}"
          + " ${LOADPATH_HIVE_URI-none} ${LOADPATH_HIVE_URL-none} ${LOADPATH_HIVE_PASSWORD_FILE-none}\"";

  @TempDir private Path folder;

  private String read(List<String> lines, Path hiveConf) {
    Program shell = Program.in(folder, "/bin/sh", "-euc", String.join("\n", lines) + SHOW);
    for (String variable : HiveDaemons.CLIENT_VARIABLES) {
      shell.set(variable, "old");
    }
    return shell.set("HIVE_CONF_DIR", hiveConf).run().ok().out();
  }

  @Test
  void theVariablesOfAHiveThatIsGoneAreUnset() {
    ClusterFiles files = ClusterFiles.in(folder.resolve("it's a [state]"));
    List<String> lines = ShellLines.withoutHive(files);

    assertThat(read(lines, files.hiveConf()))
        .isEqualTo(files.conf() + " none none none none none\n");
    assertThat(read(lines, folder)).isEqualTo(files.conf() + " " + folder + " old old old old\n");
  }

  @Test
  void valuesAreReadAsTheyAre() {
    List<String> lines = ShellLines.exports(Map.of("HADOOP_CONF_DIR", "/it's $HOME"));

    assertThat(read(lines, folder)).startsWith("/it's $HOME " + folder);
  }
}
