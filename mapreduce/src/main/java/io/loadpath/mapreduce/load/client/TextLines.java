package io.loadpath.mapreduce.load.client;

import java.util.List;
import java.util.Locale;

/** Lines of at most 100 characters. */
final class TextLines {
  private static final int WIDTH = 100;
  private static final int LABEL_WIDTH = 10;
  private static final double KILO = 1e3;
  private static final double MINUTE = 60;
  private static final double LONG_MINUTES = 10;
  private static final List<String> UNITS = List.of("B", "kB", "MB", "GB", "TB", "PB");

  private final StringBuilder text = new StringBuilder();

  static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** Adds text with its label in front. */
  void item(String label, String format, Object... values) {
    add(format("%-" + LABEL_WIDTH + "s", label), " ".repeat(LABEL_WIDTH), format(format, values));
  }

  /** Adds a line, or several if it is long. */
  void line(String format, Object... values) {
    String line = format(format, values).stripTrailing();
    if (line.length() <= WIDTH) {
      verbatim(line);
    } else {
      add("", "", line);
    }
  }

  /** Adds a line without breaking it. */
  void verbatim(String line) {
    text.append(line).append('\n');
  }

  private void add(String start, String indent, String words) {
    StringBuilder line = new StringBuilder(start);
    boolean first = true;
    for (String word : words.split(" +")) {
      if (!first && line.length() + 1 + word.length() > WIDTH) {
        verbatim(line.toString());
        line = new StringBuilder(indent);
        first = true;
      }
      line.append(first ? "" : " ").append(word);
      first = false;
    }
    verbatim(line.toString());
  }

  /** Bytes with a decimal unit, such as 1.4 MB. */
  static String bytes(double bytes) {
    double number = bytes;
    int unit = 0;
    while (number >= KILO && unit < UNITS.size() - 1) {
      number /= KILO;
      unit++;
    }
    return format(unit == 0 ? "%.0f %s" : "%.1f %s", number, UNITS.get(unit));
  }

  /** Seconds as minutes, such as 0.27 or 124. */
  static String minutes(double seconds) {
    double minutes = seconds / MINUTE;
    return format(minutes < LONG_MINUTES ? "%.2f" : "%,.0f", minutes);
  }

  /** Cuts a text to a maximum length in characters. */
  static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "…";
  }

  /** Ascending numbers, such as 2, 4-7. */
  static String numbers(List<Integer> numbers) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < numbers.size(); i++) {
      int first = i;
      while (i + 1 < numbers.size() && numbers.get(i + 1) == numbers.get(i) + 1) {
        i++;
      }
      shown.append(shown.isEmpty() ? "" : ", ").append(numbers.get(first));
      shown.append(i == first ? "" : "-" + numbers.get(i));
    }
    return shown.toString();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
