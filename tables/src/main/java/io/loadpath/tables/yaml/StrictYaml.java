package io.loadpath.tables.yaml;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A YAML file that becomes a record. A key that the record does not declare is an error that names
 * the nearest known one. Every message names the file and, where it is known, the line. Keys are in
 * kebab-case: {@code needs-when} for the component {@code needsWhen}. The place of a key is written
 * like {@code columns[2].type}; members of lists count from 1.
 */
public final class StrictYaml {
  private static final PropertyNamingStrategies.NamingBase KEYS =
      new PropertyNamingStrategies.KebabCaseStrategy();

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .propertyNamingStrategy(KEYS)
          .addHandler(new GroupedDigits())
          .build();

  /** YAML allows {@code 1_000_000} for a number. */
  private static final class GroupedDigits extends DeserializationProblemHandler {
    @Override
    public Object handleWeirdStringValue(
        DeserializationContext context, Class<?> type, String text, String problem)
        throws IOException {
      return Number.class.isAssignableFrom(type)
              && text.matches("[+-]?\\d[\\d_]*\\d(\\.\\d+)?")
              && text.contains("_")
          ? context.readTreeAsValue(JsonNodeFactory.instance.textNode(text.replace("_", "")), type)
          : NOT_HANDLED;
    }
  }

  private final String file;
  private final Map<String, Integer> lines = new HashMap<>();
  private final Set<String> withoutValue = new HashSet<>();
  private final JsonNode root;

  /**
   * Reads the text of a file, once.
   *
   * @param file its name, for messages
   * @throws InvalidFileException naming file and line if the text is not YAML, or is empty
   */
  public StrictYaml(String file, String text) {
    this.file = file;
    try (JsonParser parser = MAPPER.createParser(text)) {
      if (parser.nextToken() == null || parser.currentToken() == JsonToken.VALUE_NULL) {
        throw new InvalidFileException(file + ": the file is empty");
      }
      root = read(parser, "");
    } catch (JacksonException e) {
      throw new InvalidFileException(
          "%s:%d: %s".formatted(file, e.getLocation().getLineNr(), e.getOriginalMessage()), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // there is no file
    }
  }

  /** Whether {@code file} is the name of a YAML file. */
  public static boolean isName(String file) {
    return file.matches("(?i).*\\.ya?ml");
  }

  /**
   * Reads {@code file} as a value of {@code type}.
   *
   * @throws InvalidFileException naming file, line, key, value and what is allowed
   */
  public static <T> T read(Path file, Class<T> type) {
    return new StrictYaml(file.toString(), text(file)).as(type);
  }

  /**
   * Reads the whole text of {@code file}.
   *
   * @throws InvalidFileException naming the file
   */
  public static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new InvalidFileException(file + ": no such file", e);
    } catch (MalformedInputException e) {
      throw new InvalidFileException(file + ": is not UTF-8", e);
    } catch (IOException e) {
      throw new InvalidFileException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Numbers stay unchanged, such as 007. */
  private JsonNode read(JsonParser parser, String place) throws IOException {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        lines.put(in(place, key), parser.currentTokenLocation().getLineNr());
        parser.nextToken();
        object.set(key, read(parser, in(place, key)));
      }
      return object;
    }
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        String key = "%s[%d]".formatted(place, array.size() + 1);
        lines.put(key, parser.currentTokenLocation().getLineNr());
        array.add(read(parser, key));
      }
      return array;
    }
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      withoutValue.add(place);
      return JsonNodeFactory.instance.nullNode();
    }
    return JsonNodeFactory.instance.textNode(parser.getText());
  }

  private static String in(String place, String key) {
    return place.isEmpty() ? key : place + "." + key;
  }

  /** Returns the line of a key, from 1. For a missing key, it is the line of its block. */
  public int line(String key) {
    String place = key;
    while (!place.isEmpty() && !lines.containsKey(place)) {
      int end = Math.max(place.lastIndexOf('.'), place.lastIndexOf('['));
      place = place.substring(0, Math.max(0, end));
    }
    return lines.getOrDefault(place, 1);
  }

  /** Whether the key is there. */
  public boolean has(String key) {
    return lines.containsKey(key);
  }

  /** Whether the key is there without a value, or with a bare {@code null} or {@code ~}. */
  public boolean isWithoutValue(String key) {
    return withoutValue.contains(key);
  }

  /**
   * Returns the file as a value of {@code type}.
   *
   * @throws InvalidFileException naming file, line, key, value and what is allowed
   */
  public <T> T as(Class<T> type) {
    checkKeys(root, type, ""); // before the record, which would report a mistyped key as missing
    try {
      return MAPPER.treeToValue(root, type);
    } catch (ValueInstantiationException e) { // the record's message names the key
      String problem = e.getCause() == null ? e.getOriginalMessage() : e.getCause().getMessage();
      throw new InvalidFileException(file + ": " + problem, e);
    } catch (JsonMappingException e) {
      throw new InvalidFileException(
          "%s:%d: %s".formatted(file, line(key(e)), problem(e, key(e))), e);
    } catch (JacksonException e) {
      throw new InvalidFileException(file + ": " + e.getOriginalMessage(), e);
    }
  }

  /** Checks the keys of blocks that become records, or maps with an enum as key. */
  private void checkKeys(JsonNode node, Type type, String place) {
    Map<String, Type> known = new LinkedHashMap<>();
    Type ofOthers = null;
    if (type instanceof Class<?> record && record.isRecord()) {
      for (RecordComponent component : record.getRecordComponents()) {
        JsonProperty named = component.getAccessor().getAnnotation(JsonProperty.class);
        String key = named == null ? KEYS.translate(component.getName()) : named.value();
        known.put(key, component.getGenericType());
      }
    } else if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      ofOthers = arguments[arguments.length - 1];
      if (arguments[0] instanceof Class<?> words && words.isEnum() && node.isObject()) {
        for (Object word : words.getEnumConstants()) {
          known.put(word.toString(), ofOthers);
        }
      }
    } else {
      return;
    }
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String key = field.getKey();
      if (!known.containsKey(key) && !known.isEmpty()) {
        throw new InvalidFileException(
            "%s:%d: unknown key '%s'%s"
                .formatted(file, line(in(place, key)), key, NearestName.hint(key, known.keySet())));
      }
      checkKeys(field.getValue(), known.getOrDefault(key, ofOthers), in(place, key));
    }
    if (node.isArray() && ofOthers != null) {
      for (int i = 0; i < node.size(); i++) {
        checkKeys(node.get(i), ofOthers, "%s[%d]".formatted(place, i + 1));
      }
    }
  }

  private static String key(JsonMappingException e) {
    String key = "";
    for (JsonMappingException.Reference part : e.getPath()) {
      key =
          part.getFieldName() == null
              ? "%s[%d]".formatted(key, part.getIndex() + 1)
              : in(key, part.getFieldName());
    }
    return key;
  }

  private static String problem(JsonMappingException e, String key) {
    if (e instanceof InvalidFormatException invalid && invalid.getTargetType().isEnum()) {
      String value = String.valueOf(invalid.getValue());
      List<String> allowed =
          Stream.of(invalid.getTargetType().getEnumConstants()).map(Object::toString).toList();
      return "'%s' is not a value of '%s'%s"
          .formatted(value, key, NearestName.hint(value, allowed));
    }
    return e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null
        ? "the value of '%s' is not %s".formatted(key, shape(mismatch.getTargetType()))
        : e.getOriginalMessage();
  }

  private static String shape(Class<?> type) {
    if (Collection.class.isAssignableFrom(type)) {
      return "a list, such as [a, b]";
    }
    if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
      return "a whole number";
    }
    if (Number.class.isAssignableFrom(type)) {
      return "a number";
    }
    return type == String.class ? "a text" : "a block of keys and values";
  }
}
