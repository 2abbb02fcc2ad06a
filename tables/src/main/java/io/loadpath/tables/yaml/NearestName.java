package io.loadpath.tables.yaml;

import java.util.Collection;
import java.util.Comparator;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Names the known word that is nearest to a mistyped one. */
public final class NearestName {
  private NearestName() {}

  /**
   * Returns {@code "; did you mean 'x'? (known: x, y)"}, the end of a message about an unknown
   * word.
   */
  public static String hint(String unknown, Collection<String> known) {
    if (known.isEmpty()) {
      return " (none is known)";
    }
    return "; did you mean '%s'? (known: %s)"
        .formatted(of(unknown, known), String.join(", ", known));
  }

  /** Returns the nearest word of {@code known}, which must not be empty. */
  public static String of(String unknown, Collection<String> known) {
    return known.stream()
        .min(
            Comparator.comparingInt(
                    (String word) -> LevenshteinDistance.getDefaultInstance().apply(unknown, word))
                .thenComparing(Comparator.naturalOrder()))
        .orElseThrow();
  }
}
