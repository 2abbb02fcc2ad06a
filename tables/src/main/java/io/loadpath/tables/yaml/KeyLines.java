package io.loadpath.tables.yaml;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The lines of a document's keys. A key's place is written as in messages, such as {@code
 * columns[2].type}; members of lists count from 1.
 */
public final class KeyLines {
  private final Map<String, Integer> lines = new HashMap<>();
  private final Set<String> withoutValue = new HashSet<>();

  private KeyLines() {}

  /** Reads the document of {@code parser}. */
  static KeyLines of(JsonParser parser) throws IOException {
    KeyLines found = new KeyLines();
    if (parser.nextToken() != null) {
      found.read(parser, "");
    }
    return found;
  }

  /** Returns the line of a key, from 1; of one that is not there, the line of what it is in. */
  public int line(String key) {
    for (String place = key; !place.isEmpty(); place = around(place)) {
      if (lines.containsKey(place)) {
        return lines.get(place);
      }
    }
    return 1;
  }

  /** Whether the key is there without a value, or with a bare {@code null} or {@code ~}. */
  public boolean isWithoutValue(String key) {
    return withoutValue.contains(key);
  }

  private static String around(String place) {
    return place.substring(
        0, Math.max(0, Math.max(place.lastIndexOf('.'), place.lastIndexOf('['))));
  }

  private void read(JsonParser parser, String place) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      withoutValue.add(place);
    } else if (parser.currentToken() == JsonToken.START_OBJECT) {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = place.isEmpty() ? parser.currentName() : place + "." + parser.currentName();
        lines.put(key, parser.currentTokenLocation().getLineNr());
        parser.nextToken();
        read(parser, key);
      }
    } else if (parser.currentToken() == JsonToken.START_ARRAY) {
      int member = 1;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        String key = place + "[" + member + "]";
        lines.put(key, parser.currentTokenLocation().getLineNr());
        read(parser, key);
        member++;
      }
    }
  }
}
