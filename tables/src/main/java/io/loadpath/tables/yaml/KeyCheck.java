package io.loadpath.tables.yaml;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the first key of a document that its record, or the enum of a map's keys, does not have.
 */
record KeyCheck(JsonParser parser) {

  /**
   * An unknown key.
   *
   * @param line where it stands, from 1
   * @param known the keys that may stand there
   */
  record UnknownKey(String key, int line, List<String> known) {}

  /**
   * Reads the document of {@code parser}, which is at its first token, against the record {@code
   * type}.
   */
  static Optional<UnknownKey> find(JsonParser parser, Class<?> type) throws IOException {
    return new KeyCheck(parser).value(type);
  }

  private Optional<UnknownKey> value(Type type) throws IOException {
    boolean object = parser.currentToken() == JsonToken.START_OBJECT;
    if (object && type instanceof Class<?> record && record.isRecord()) {
      return recordValue(record);
    }
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      if (object && generic.getRawType() == Map.class) {
        return members(JsonToken.END_OBJECT, arguments[1], keys(arguments[0]));
      }
      if (parser.currentToken() == JsonToken.START_ARRAY && generic.getRawType() == List.class) {
        return members(JsonToken.END_ARRAY, arguments[0], List.of());
      }
    }
    if (parser.currentToken() != null) {
      parser.skipChildren();
    }
    return Optional.empty();
  }

  private Optional<UnknownKey> recordValue(Class<?> record) throws IOException {
    Map<String, Type> components = new LinkedHashMap<>();
    for (RecordComponent component : record.getRecordComponents()) {
      components.put(key(component), component.getGenericType());
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      if (!components.containsKey(key)) {
        int line = parser.currentTokenLocation().getLineNr();
        return Optional.of(new UnknownKey(key, line, List.copyOf(components.keySet())));
      }
      parser.nextToken();
      Optional<UnknownKey> below = value(components.get(key));
      if (below.isPresent()) {
        return below;
      }
    }
    return Optional.empty();
  }

  private static String key(RecordComponent component) {
    JsonProperty named = component.getAccessor().getAnnotation(JsonProperty.class);
    return named == null ? StrictYaml.KEYS.translate(component.getName()) : named.value();
  }

  /** Returns the keys that a map may have; nothing where it may have any. */
  private static List<String> keys(Type type) {
    return type instanceof Class<?> known && known.isEnum()
        ? Stream.of(known.getEnumConstants()).map(Object::toString).toList()
        : List.of();
  }

  private Optional<UnknownKey> members(JsonToken end, Type type, List<String> keys)
      throws IOException {
    for (JsonToken token = parser.nextToken(); token != end; token = parser.nextToken()) {
      if (token == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        if (!keys.isEmpty() && !keys.contains(key)) {
          int line = parser.currentTokenLocation().getLineNr();
          return Optional.of(new UnknownKey(key, line, keys));
        }
        continue;
      }
      Optional<UnknownKey> below = value(type);
      if (below.isPresent()) {
        return below;
      }
    }
    return Optional.empty();
  }
}
