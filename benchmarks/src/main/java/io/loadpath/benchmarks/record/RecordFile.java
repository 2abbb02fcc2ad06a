package io.loadpath.benchmarks.record;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.ObjectWriter;
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

/** Reads and writes {@link RunRecord}s; the same record gives the same bytes. */
public final class RecordFile {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .addModule(plainText())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final ObjectWriter EMBEDDABLE = MAPPER.writer().with(new EmbeddableEscapes());

  private RecordFile() {}

  /** A record may be from somebody else, and its texts are printed: all are plain from here on. */
  private static SimpleModule plainText() {
    return new SimpleModule()
        .addDeserializer(
            String.class,
            new StdScalarDeserializer<String>(String.class) {
              private static final long serialVersionUID = 1L;

              @Override
              public String deserialize(JsonParser parser, DeserializationContext context)
                  throws IOException {
                return PlainText.of(StringDeserializer.instance.deserialize(parser, context));
              }
            })
        .addKeyDeserializer(
            String.class,
            new KeyDeserializer() {
              @Override
              public Object deserializeKey(String key, DeserializationContext context) {
                return PlainText.of(key);
              }
            });
  }

  /**
   * Reads a record.
   *
   * @throws UnreadableRecordException when the file is no JSON, of an unknown version or not valid
   */
  public static RunRecord read(Path file) throws IOException {
    return parse(Files.readString(file, StandardCharsets.UTF_8), file.toString());
  }

  /**
   * Parses the JSON text of a record.
   *
   * @param place names the text in messages
   * @throws UnreadableRecordException as {@link #read} does
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

  /** Parses one line of a {@link SampleFile}. */
  static <T> T parseLine(String json, String place, Class<T> type)
      throws UnreadableRecordException {
    try {
      return MAPPER.readValue(json, type);
    } catch (JsonProcessingException e) {
      throw new UnreadableRecordException(
          place + " cannot be read: " + reason(e) + where(e) + "; use the Loadpath that wrote it",
          e);
    }
  }

  static String toLine(Object value) {
    return text(MAPPER.writer(), value);
  }

  /** Returns the JSON of a value on one line, which can stand in a script element. */
  public static String embeddable(Object value) {
    return text(EMBEDDABLE, value);
  }

  private static String text(ObjectWriter writer, Object value) {
    try {
      return writer.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(value.getClass() + " cannot be written as JSON", e);
    }
  }

  /** Writes the record to a temporary name beside the file and renames it, so no half is seen. */
  public static void write(RunRecord record, Path file) throws IOException {
    WholeFile.write(file, toJson(record));
  }

  /**
   * The record's text as {@link #write} stores it: one sample per line, a newline at the end, and
   * free of characters that would end a script element, so that a report embeds these very bytes.
   */
  public static String toJson(RunRecord record) {
    return text(EMBEDDABLE.with(new RecordLayout()), record) + "\n";
  }

  private static void checkVersion(String json, String place) throws IOException {
    int version = version(json, place);
    if (version != RunRecord.SCHEMA_VERSION) {
      throw new UnreadableRecordException(
          place
              + " has schemaVersion "
              + version
              + ", this build reads "
              + RunRecord.SCHEMA_VERSION
              + ": use the Loadpath version that wrote it, or a newer one",
          null);
    }
  }

  /** Reads no value but the version, because a file that is no record may be large. */
  private static int version(String json, String place) throws IOException {
    try (JsonParser parser = MAPPER.createParser(json)) {
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          boolean found = parser.currentName().equals("schemaVersion");
          parser.nextToken();
          if (found && parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
            return parser.getIntValue();
          }
          parser.skipChildren();
        }
      }
    }
    throw new UnreadableRecordException(
        place + " is not a Loadpath record: it has no schemaVersion", null);
  }

  private static String reason(JsonProcessingException e) {
    Throwable deepest = deepest(e);
    return PlainText.of(
        deepest instanceof JsonProcessingException json
            ? json.getOriginalMessage()
            : deepest.getMessage());
  }

  private static Throwable deepest(Throwable e) {
    Throwable deepest = e;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    return deepest;
  }

  /** The path of a wrong value, or the line where the text is no JSON. */
  private static String where(JsonProcessingException e) {
    if (deepest(e) instanceof StreamReadException text && text.getLocation() != null) {
      return " (line " + text.getLocation().getLineNr() + ")";
    }
    if (e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
      StringBuilder at = new StringBuilder();
      for (JsonMappingException.Reference step : mapping.getPath()) {
        at.append(
            step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName());
      }
      return " (at " + PlainText.of(at.toString().replaceFirst("^\\.", "")) + ")";
    }
    return e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
  }
}
