package io.loadpath.tables.yaml;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads a YAML file into a record and accepts nothing that the record does not declare: an unknown
 * key is an error that names the nearest known one, and every message names the file and, where it
 * is known, the line. Keys are in kebab-case: {@code needs-when} for the component {@code
 * needsWhen}.
 */
public final class StrictYaml {
  /** How a component of a record is called in a file. */
  static final PropertyNamingStrategies.NamingBase KEYS =
      new PropertyNamingStrategies.KebabCaseStrategy();

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .propertyNamingStrategy(KEYS)
          .build();

  private StrictYaml() {}

  /**
   * Reads {@code file} as a value of {@code type}.
   *
   * @throws InvalidFileException naming file, line, key, value and what is allowed
   */
  public static <T> T read(Path file, Class<T> type) {
    return parse(file.toString(), text(file), type);
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

  /**
   * Reads {@code text} as a value of {@code type}.
   *
   * @param file the name of its file, for messages
   * @throws InvalidFileException naming file, line, key, value and what is allowed
   */
  public static <T> T parse(String file, String text, Class<T> type) {
    try {
      rejectUnknownKeys(file, text, type);
      return MAPPER.readValue(text, type);
    } catch (JacksonException e) {
      throw new InvalidFileException(place(file, e) + ": " + problem(e), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // there is no file
    }
  }

  /** Finds the lines of the keys of a text that {@link #parse} has accepted. */
  public static KeyLines lines(String text) {
    try (JsonParser parser = MAPPER.createParser(text)) {
      return KeyLines.of(parser);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Before the record is made: it would name the keys that are missing for those mistyped. */
  private static void rejectUnknownKeys(String file, String text, Class<?> type)
      throws IOException {
    try (JsonParser parser = MAPPER.createParser(text)) {
      if (parser.nextToken() == null || parser.currentToken() == JsonToken.VALUE_NULL) {
        throw new InvalidFileException(file + ": the file is empty");
      }
      KeyCheck.find(parser, type)
          .ifPresent(
              unknown -> {
                throw new InvalidFileException(
                    "%s:%d: unknown key '%s'%s"
                        .formatted(
                            file,
                            unknown.line(),
                            unknown.key(),
                            NearestName.hint(unknown.key(), unknown.known())));
              });
    }
  }

  private static String place(String file, JacksonException e) {
    // The line of a rejected record is where it ends, which misleads: the message names the key.
    boolean lineKnown = e.getLocation() != null && !(e instanceof ValueInstantiationException);
    return lineKnown ? file + ":" + e.getLocation().getLineNr() : file;
  }

  private static String problem(JacksonException e) {
    if (e instanceof InvalidFormatException invalid && invalid.getTargetType().isEnum()) {
      List<String> allowed =
          Arrays.stream(invalid.getTargetType().getEnumConstants()).map(Object::toString).toList();
      return "'%s' is not a value of '%s'%s"
          .formatted(
              invalid.getValue(),
              key(invalid),
              NearestName.hint(String.valueOf(invalid.getValue()), allowed));
    }
    if (e instanceof ValueInstantiationException rejected && rejected.getCause() != null) {
      return rejected.getCause().getMessage();
    }
    if (e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
      return "the value of '%s' is not %s"
          .formatted(key(mismatch), shape(mismatch.getTargetType()));
    }
    return e.getOriginalMessage();
  }

  private static String key(JsonMappingException e) {
    return e.getPath().stream()
        .map(
            part ->
                part.getFieldName() == null
                    ? "[" + (part.getIndex() + 1) + "]"
                    : "." + part.getFieldName())
        .collect(Collectors.joining())
        .replaceFirst("^\\.", "");
  }

  private static String shape(Class<?> type) {
    if (List.class.isAssignableFrom(type)) {
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
