package io.loadpath.engines.postgres.sql;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * psql's variables: {@code :name} as it is, {@code :'name'} as a literal, {@code :"name"} as an
 * identifier.
 */
final class Variables {
  private final Map<String, String> values;

  Variables(Map<String, String> values) {
    this.values = new HashMap<>(values);
  }

  void set(String name, String value) {
    values.put(name, value);
  }

  /** Returns the text that replaces a use of a variable. */
  record Use(int length, String name, Optional<String> value) {}

  /** Returns the use of a variable at the cursor's colon, if there is one. */
  Optional<Use> at(Cursor cursor) {
    char quote = cursor.peek(1);
    if (cursor.looksAt(":{?")) {
      return test(cursor);
    }
    boolean quoted = quote == '\'' || quote == '"';
    String name = cursor.wordAhead(quoted ? 2 : 1);
    if (name.isEmpty() || quoted && cursor.peek(2 + name.length()) != quote) {
      return Optional.empty();
    }
    Optional<String> value = Optional.ofNullable(values.get(name));
    return quoted
        ? Optional.of(new Use(name.length() + 3, name, value.map(v -> quoted(v, quote))))
        : Optional.of(new Use(name.length() + 1, name, value));
  }

  /** {@code :{?name}}: whether a variable is set. */
  private Optional<Use> test(Cursor cursor) {
    String name = cursor.wordAhead(3);
    if (name.isEmpty() || cursor.peek(3 + name.length()) != '}') {
      return Optional.empty();
    }
    String answer = values.containsKey(name) ? "TRUE" : "FALSE";
    return Optional.of(new Use(name.length() + 4, name, Optional.of(answer)));
  }

  private static String quoted(String value, char quote) {
    String doubled = value.replace(String.valueOf(quote), "" + quote + quote);
    if (quote == '\'' && value.indexOf('\\') >= 0) {
      // Like libpq: correct whatever standard_conforming_strings is.
      return " E'" + doubled.replace("\\", "\\\\") + "'";
    }
    return quote + doubled + quote;
  }
}
