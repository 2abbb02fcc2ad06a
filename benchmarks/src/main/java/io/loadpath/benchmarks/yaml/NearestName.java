package io.loadpath.benchmarks.yaml;

import java.util.Collection;
import java.util.Comparator;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Names the known word that a mistyped one most likely stands for. */
public final class NearestName {
  private NearestName() {}

  /**
   * Returns {@code "; did you mean 'x'? (known: x, y)"}, to be put behind a message about an
   * unknown word.
   */
  public static String hint(String unknown, Collection<String> known) {
    if (known.isEmpty()) {
      return " (none is known)";
    }
    String nearest =
        known.stream()
            .min(
                Comparator.comparingInt(
                        (String word) ->
                            LevenshteinDistance.getDefaultInstance().apply(unknown, word))
                    .thenComparing(Comparator.naturalOrder()))
            .orElseThrow();
    return "; did you mean '" + nearest + "'? (known: " + String.join(", ", known) + ")";
  }
}
