package io.loadpath.benchmarks.yaml;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.loadpath.benchmarks.LoadpathException;
import java.io.IOException;
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
   * @throws LoadpathException naming file, line, key, value and what is allowed
   */
  public static <T> T read(Path file, Class<T> type) {
    try {
      String text = Files.readString(file);
      rejectUnknownKeys(file, text, type);
      T value = MAPPER.readValue(text, type);
      if (value == null) {
        throw new LoadpathException(file + ": the file is empty");
      }
      return value;
    } catch (NoSuchFileException e) {
      throw new LoadpathException(file + ": no such file", e);
    } catch (JacksonException e) {
      throw new LoadpathException(place(file, e) + ": " + problem(e), e);
    } catch (IOException e) {
      throw new LoadpathException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Before the record is made: it would name the keys that are missing for those mistyped. */
  private static void rejectUnknownKeys(Path file, String text, Class<?> type) throws IOException {
    try (JsonParser parser = MAPPER.createParser(text)) {
      KeyCheck.find(parser, type)
          .ifPresent(
              unknown -> {
                throw new LoadpathException(
                    "%s:%d: unknown key '%s'%s"
                        .formatted(
                            file,
                            unknown.line(),
                            unknown.key(),
                            NearestName.hint(unknown.key(), unknown.known())));
              });
    }
  }

  private static String place(Path file, JacksonException e) {
    // The line of a rejected record is where it ends, which misleads: the message names the key.
    boolean lineKnown = e.getLocation() != null && !(e instanceof ValueInstantiationException);
    return lineKnown ? file + ":" + e.getLocation().getLineNr() : file.toString();
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
