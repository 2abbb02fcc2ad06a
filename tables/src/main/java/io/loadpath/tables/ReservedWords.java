package io.loadpath.tables;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toUnmodifiableSet;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Words, in lower case, that are not names in SQL without quotes. */
public final class ReservedWords {
  private static final String FILE = "/io/loadpath/tables/scripts/reserved-%s.txt";
  private static final Set<String> ALL =
      Stream.of("postgres", "hive", "oracle")
          .flatMap(dialect -> of(dialect).stream())
          .collect(toUnmodifiableSet());

  private ReservedWords() {}

  /** Those of a dialect: {@code postgres}, {@code hive} or {@code oracle}. */
  public static Set<String> of(String dialect) {
    try (InputStream words = ReservedWords.class.getResourceAsStream(FILE.formatted(dialect))) {
      return Set.copyOf(List.of(new String(words.readAllBytes(), UTF_8).strip().split("\\s+")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a table's name, with '_' for '-', is a word of any dialect. */
  public static boolean contains(String name) {
    return ALL.contains(name.replace('-', '_'));
  }
}
