package io.loadpath.benchmarks.record;

/** Text of others, for the terminal and the record. */
public final class PlainText {
  private PlainText() {}

  /** Replaces control characters, which a terminal would obey; tabs and line ends stay. */
  public static String of(String text) {
    if (text == null || text.chars().noneMatch(PlainText::isControl)) {
      return text;
    }
    StringBuilder plain = new StringBuilder(text.length());
    text.chars().forEach(c -> plain.append(isControl(c) ? '?' : (char) c));
    return plain.toString();
  }

  private static boolean isControl(int c) {
    return Character.isISOControl(c) && c != '\t' && c != '\n';
  }
}
