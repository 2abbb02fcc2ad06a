package io.loadpath.benchmarks.record;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.deser.std.StringDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.loadpath.engines.service.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads and writes {@link RunRecord}s; the same record gives the same bytes. */
public final class RecordFile {
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .addModule(plainText())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final Pattern CONTROLS = Pattern.compile("[\\p{Cntrl}\\x80-\\x9f&&[^\\t\\n]]");

  private RecordFile() {}

  /** An error: the file is not a record, or its version is unknown. The message says what to do. */
  public static final class UnreadableRecordException extends IOException {
    private static final long serialVersionUID = 1L;

    private UnreadableRecordException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Removes control characters from all texts, because a record may come from another person and is
   * printed. Replaces old names of paths, because it may come from an earlier version.
   */
  private static SimpleModule plainText() {
    return new SimpleModule()
        .addDeserializer(
            String.class,
            new StdScalarDeserializer<String>(String.class) {
              private static final long serialVersionUID = 1L;

              @Override
              public String deserialize(JsonParser parser, DeserializationContext context)
                  throws IOException {
                String text = plain(StringDeserializer.instance.deserialize(parser, context));
                return text == null ? null : OldPathNames.replacedIn(text);
              }
            })
        .addKeyDeserializer(
            String.class,
            new KeyDeserializer() {
              @Override
              public Object deserializeKey(String key, DeserializationContext context) {
                return plain(key);
              }
            });
  }

  /** Replaces control characters, which a terminal would obey; tabs and line ends stay. */
  public static String plain(String text) {
    return text == null ? null : CONTROLS.matcher(text).replaceAll("?");
  }

  /**
   * Reads a record.
   *
   * @throws UnreadableRecordException if the file is not JSON, is invalid, or has an unknown
   *     version
   */
  public static RunRecord read(Path file) throws IOException {
    return parse(Files.readString(file, StandardCharsets.UTF_8), file.toString());
  }

  /**
   * Parses the JSON text of a record.
   *
   * @param place the name of the text, for messages
   * @throws UnreadableRecordException like {@link #read}
   */
  public static RunRecord parse(String json, String place) throws IOException {
    try {
      checkVersion(json, place);
      return MAPPER.readValue(json, RunRecord.class);
    } catch (JsonProcessingException e) {
      throw new UnreadableRecordException(
          place + " is not a valid Loadpath record: " + reason(e) + where(e), e);
    }
  }

  /**
   * Returns the JSON of a value on one line, safe in a script element: characters with a meaning in
   * HTML or JavaScript are escaped.
   */
  public static String embeddable(Object value) {
    try {
      return MAPPER
          .writeValueAsString(value)
          .replace("<", "\\u003C")
          .replace(">", "\\u003E")
          .replace("&", "\\u0026")
          .replace("\u2028", "\\u2028")
          .replace("\u2029", "\\u2029");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(value.getClass() + " cannot be written as JSON", e);
    }
  }

  /** Returns the JSON of a value for people and programs, indented. */
  public static String readable(Object value) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(value.getClass() + " cannot be written as JSON", e);
    }
  }

  /** Writes the record as a whole. */
  public static void write(RunRecord record, Path file) throws IOException {
    WholeFile.write(file, toJson(record));
  }

  /**
   * Returns the record's text as {@link #write} stores it: one sample per line, with a final
   * newline. It is safe in a script element, so that a report can embed the same bytes.
   */
  public static String toJson(RunRecord record) {
    return lines(
            MAPPER.valueToTree(record), "\n", value -> lines(value, "\n  ", RecordFile::embeddable))
        + "\n";
  }

  /** Returns a value as JSON. Each entry of an object or a list gets its own line. */
  private static String lines(JsonNode value, String line, Function<JsonNode, String> json) {
    if (value.isEmpty()) {
      return embeddable(value);
    }
    String indented = line + "  ";
    if (value.isArray()) {
      StringJoiner entries = new StringJoiner("," + indented, "[" + indented, line + "]");
      value.forEach(entry -> entries.add(json.apply(entry)));
      return entries.toString();
    }
    StringJoiner fields = new StringJoiner("," + indented, "{" + indented, line + "}");
    value
        .properties()
        .forEach(f -> fields.add(embeddable(f.getKey()) + ": " + json.apply(f.getValue())));
    return fields.toString();
  }

  /** Reads only the version, because a file that is not a record may be large. */
  private static void checkVersion(String json, String place) throws IOException {
    try (JsonParser parser = MAPPER.createParser(json)) {
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          boolean found = parser.currentName().equals("schemaVersion");
          if (parser.nextToken() == JsonToken.VALUE_NUMBER_INT && found) {
            checkVersion(parser.getIntValue(), place);
            return;
          }
          parser.skipChildren();
        }
      }
    }
    throw new UnreadableRecordException(
        place + " is not a Loadpath record: it has no schemaVersion", null);
  }

  private static void checkVersion(int version, String place) throws UnreadableRecordException {
    if (version != RunRecord.SCHEMA_VERSION) {
      throw new UnreadableRecordException(
          "%s has schemaVersion %d, this build reads %d: use the Loadpath version that wrote it, or a newer one"
              .formatted(place, version, RunRecord.SCHEMA_VERSION),
          null);
    }
  }

  private static String reason(JsonProcessingException e) {
    Throwable deepest = deepest(e);
    return plain(
        deepest instanceof JsonProcessingException json
            ? json.getOriginalMessage()
            : deepest.getMessage());
  }

  private static Throwable deepest(Throwable e) {
    return e.getCause() == null ? e : deepest(e.getCause());
  }

  /** Returns the path of a wrong value, or the line where the text is not JSON. */
  private static String where(JsonProcessingException e) {
    if (deepest(e) instanceof StreamReadException text && text.getLocation() != null) {
      return " (line " + text.getLocation().getLineNr() + ")";
    }
    if (e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
      StringBuilder at = new StringBuilder();
      for (JsonMappingException.Reference step : mapping.getPath()) {
        String field = step.getFieldName();
        at.append(field == null ? "[" + step.getIndex() + "]" : "." + field);
      }
      return " (at " + plain(at.toString().replaceFirst("^\\.", "")) + ")";
    }
    return e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
  }
}
