package io.loadpath.engines.cluster;

import io.loadpath.engines.service.ShellWord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Lines that a POSIX shell reads to use a cluster. */
final class ShellLines {
  private ShellLines() {}

  static List<String> exports(Map<String, String> variables) {
    List<String> lines = new ArrayList<>();
    variables.forEach((name, value) -> lines.add("export " + name + "=" + ShellWord.quoted(value)));
    return lines;
  }

  /** The shell may still have the variables of this cluster's Hive, which is gone. */
  static List<String> withoutHive(ClusterFiles files) {
    List<String> lines = exports(Map.of("HADOOP_CONF_DIR", files.conf().toString()));
    lines.add("case \"${HIVE_CONF_DIR:-}\" in " + ShellWord.quoted(files.folder() + "/") + "*)");
    lines.add("  unset " + String.join(" ", HiveDaemons.CLIENT_VARIABLES));
    lines.add("  ;;");
    lines.add("esac");
    return lines;
  }
}
