package io.loadpath.tables;

import io.loadpath.tables.yaml.InvalidFileException;
import io.loadpath.tables.yaml.KeyLines;
import io.loadpath.tables.yaml.NearestName;
import java.util.List;
import java.util.Locale;

/**
 * A block of keys in a description.
 *
 * @param file the description
 * @param lines of its keys
 * @param block the block's own key, such as {@code columns[3]}; empty for the whole file
 */
record Place(String file, KeyLines lines, String block) {

  private static final List<String> YES_OR_NO = List.of("yes", "no");

  Place in(String key) {
    return new Place(file, lines, path(key));
  }

  private String path(String key) {
    return block.isEmpty() ? key : block + "." + key;
  }

  /** The error in the value of a key, with file and line. */
  InvalidFileException error(String key, String problem) {
    String path = path(key);
    return new InvalidFileException(
        "%s:%d: %s: %s".formatted(file, lines.line(path), path, problem));
  }

  int line(String key) {
    return lines.line(path(key));
  }

  /** Returns the value of a key that must be there. */
  String required(String key, String value) {
    String given = given(key, value);
    if (given == null) {
      throw error(key, "is missing");
    }
    return given;
  }

  /** Returns the value of a key that may be left out; null where it is. */
  String given(String key, String value) {
    if (lines.isWithoutValue(path(key))) {
      throw error(key, "has no value; a text that YAML reads as none is written in quotes: 'NULL'");
    }
    return value;
  }

  boolean yes(String key, String value, boolean usual) {
    String given = given(key, value);
    if (given == null) {
      return usual;
    }
    String word = given.toLowerCase(Locale.ROOT);
    return switch (word) {
      case "yes", "true" -> true;
      case "no", "false" -> false;
      default -> throw unknown(key, given, YES_OR_NO);
    };
  }

  /** The error that a value is not one of the known words. */
  InvalidFileException unknown(String key, String value, List<String> known) {
    return error(key, "unknown value '" + value + "'" + NearestName.hint(value, known));
  }
}
