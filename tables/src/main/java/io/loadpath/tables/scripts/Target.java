package io.loadpath.tables.scripts;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

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
    String known = Arrays.stream(values()).map(Target::word).collect(Collectors.joining(", "));
    throw new IllegalArgumentException("'" + word + "' is not one of " + known);
  }
}
