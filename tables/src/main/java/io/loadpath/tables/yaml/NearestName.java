package io.loadpath.tables.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Names the known word that is nearest to a mistyped one. */
public final class NearestName {
  /** Wrong letters that every word may have; long ones may have one in {@value #PART}. */
  private static final int WRONG_LETTERS = 2;

  private static final int PART = 3;

  private NearestName() {}

  /**
   * Returns {@code "; did you mean 'x'? (known: x, y)"}, the end of a message about an unknown
   * word. If no word is near, it only lists the known ones.
   */
  public static String hint(String unknown, Collection<String> known) {
    if (known.isEmpty()) {
      return " (none is known)";
    }
    return "%s (known: %s)".formatted(suggestion(unknown, known), String.join(", ", known));
  }

  /**
   * Returns {@code "; did you mean 'x'?"}, or an empty text if no word of {@code known} is near.
   */
  public static String suggestion(String unknown, Collection<String> known) {
    String typed = letters(unknown);
    return known.stream()
        .filter(word -> contains(word, typed) || isNear(word, typed))
        .min(
            Comparator.comparing((String word) -> !contains(word, typed))
                .thenComparing(word -> distance(word, typed))
                .thenComparing(Comparator.naturalOrder()))
        .map("; did you mean '%s'?"::formatted)
        .orElse("");
  }

  private static String letters(String word) {
    return word.toLowerCase(Locale.ROOT).replace("-", "");
  }

  private static boolean contains(String word, String typed) {
    return typed.length() > 1 && letters(word).contains(typed);
  }

  private static boolean isNear(String word, String typed) {
    int most = Math.max(WRONG_LETTERS, typed.length() / PART);
    return distance(word, typed) <= Math.min(most, typed.length() - 1);
  }

  private static int distance(String word, String typed) {
    return LevenshteinDistance.getDefaultInstance().apply(typed, letters(word));
  }
}
