package io.loadpath.tables;

import io.loadpath.tables.yaml.InvalidFileException;
import io.loadpath.tables.yaml.NearestName;
import io.loadpath.tables.yaml.StrictYaml;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A block of keys in a description.
 *
 * @param file the description
 * @param yaml its values and lines
 * @param block the block's own key, such as {@code columns[3]}; empty for the whole file
 */
public record KeyPlace(String file, StrictYaml yaml, String block) {

  /** Returns a block inside of this one. */
  public KeyPlace in(String key) {
    return new KeyPlace(file, yaml, path(key));
  }

  private String path(String key) {
    return block.isEmpty() ? key : block + "." + key;
  }

  /** The error in the value of a key, with file and line. */
  public InvalidFileException error(String key, String problem) {
    return new InvalidFileException("%s:%d: %s: %s".formatted(file, line(key), path(key), problem));
  }

  /** Returns the line of a key. */
  public int line(String key) {
    return yaml.line(path(key));
  }

  /** Returns the value of a mandatory key. */
  public String required(String key, String value) {
    String given = given(key, value);
    if (given == null) {
      throw error(key, "is missing");
    }
    return given;
  }

  /** Returns the value of an optional key; null if it is left out. */
  public String given(String key, String value) {
    if (yaml.isWithoutValue(path(key))) {
      throw error(key, "has no value; put a text that YAML reads as null in quotes: 'NULL'");
    }
    return value;
  }

  /** Returns whether a key says yes. */
  public boolean yes(String key, String value, boolean usual) {
    String given = given(key, value);
    if (given == null) {
      return usual;
    }
    return switch (given.toLowerCase(Locale.ROOT)) {
      case "yes", "true" -> true;
      case "no", "false" -> false;
      default -> throw unknown(key, given, List.of("yes", "no"));
    };
  }

  /** Returns the member of {@code known} with the given word. */
  public <T> T oneOf(String key, String value, T usual, T[] known, Function<T, String> word) {
    String given = given(key, value);
    if (given == null) {
      return usual;
    }
    return Stream.of(known)
        .filter(one -> word.apply(one).equals(given))
        .findFirst()
        .orElseThrow(() -> unknown(key, given, Stream.of(known).map(word).toList()));
  }

  private InvalidFileException unknown(String key, String value, List<String> known) {
    return error(key, "unknown value '" + value + "'" + NearestName.hint(value, known));
  }
}
