package io.loadpath.engines.postgres.sql;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * psql's variables: {@code :name} unchanged, {@code :'name'} as a literal, {@code :"name"} as an
 * identifier, {@code :{?name}} as TRUE if it is set.
 */
final class Variables {
  /** A regular expression for the letters of names. */
  static final String LETTER = "[A-Za-z0-9_[^\\x00-\\x7F]]";

  private static final Pattern USE =
      Pattern.compile(":(?:(['\"]?)(?<name>L+)\\1|\\{\\?(?<test>L+)})".replace("L", LETTER));

  private final Map<String, String> values;

  Variables(Map<String, String> values) {
    this.values = new HashMap<>(values);
  }

  /** Sets a variable; null removes it. */
  void set(String name, String value) {
    values.compute(name, (key, old) -> value);
  }

  /**
   * A use of a variable.
   *
   * @param length its length in characters
   * @param value the text that replaces it, if the variable is set
   */
  record Use(int length, String name, Optional<String> value) {}

  /** Returns the use of a variable at a position of a text, if there is one. */
  Optional<Use> at(String text, int position) {
    Matcher use = USE.matcher(text).region(position, text.length());
    if (!use.lookingAt()) {
      return Optional.empty();
    }
    int length = use.end() - position;
    String test = use.group("test");
    if (test != null) {
      String answer = values.containsKey(test) ? "TRUE" : "FALSE";
      return Optional.of(new Use(length, test, Optional.of(answer)));
    }
    String name = use.group("name");
    Optional<String> value = Optional.ofNullable(values.get(name));
    return Optional.of(new Use(length, name, value.map(v -> quoted(v, use.group(1)))));
  }

  private static String quoted(String value, String quote) {
    if (quote.isEmpty()) {
      return value;
    }
    String doubled = value.replace(quote, quote + quote);
    if (quote.equals("'") && value.indexOf('\\') >= 0) {
      // Like libpq: correct whatever standard_conforming_strings is.
      return " E'" + doubled.replace("\\", "\\\\") + "'";
    }
    return quote + doubled + quote;
  }
}
