package io.loadpath.tables.scripts;

import io.loadpath.tables.yaml.NearestName;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A tool that scripts are written for. A resource of this package lists them. */
public enum Target {
  POSTGRES,
  SQOOP,
  HIVE,
  ORACLE;

  /** As on the command line, such as {@code postgres}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the target of a word.
   *
   * @throws IllegalArgumentException naming the known ones
   */
  public static Target of(String word) {
    for (Target target : values()) {
      if (target.word().equals(word)) {
        return target;
      }
    }
    List<String> known = Arrays.stream(values()).map(Target::word).toList();
    throw new IllegalArgumentException(
        "unknown tool '" + word + "'" + NearestName.hint(word, known));
  }
}
