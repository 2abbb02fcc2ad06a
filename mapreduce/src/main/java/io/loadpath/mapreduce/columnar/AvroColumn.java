package io.loadpath.mapreduce.columnar;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/**
 * Writes the values of an Avro file's column as text. Logical types are read as properties, because
 * Hadoop 3.3 has an Avro that does not know them.
 */
final class AvroColumn {
  private static final Pattern SCALE = Pattern.compile("\"scale\"\\s*:\\s*(\\d+)");
  private static final long MILLIS_PER_SECOND = 1000;
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final FileColumn column;
  private final int field;
  private final Schema.Type type;
  private final String logical;
  private final int scale;

  AvroColumn(FileColumn column, Schema.Field field) throws IOException {
    this.column = column;
    this.field = field.pos();
    Schema schema = notNull(field.schema());
    type = schema.getType();
    String found = schema.getProp("logicalType");
    logical = found == null ? "" : found;
    Matcher digits = SCALE.matcher(schema.toString());
    scale = digits.find() ? Integer.parseInt(digits.group(1)) : 0;
    check();
  }

  /** Returns the type that a value has, unless it is NULL. */
  private Schema notNull(Schema schema) throws IOException {
    if (schema.getType() != Schema.Type.UNION) {
      return schema;
    }
    List<Schema> types =
        schema.getTypes().stream().filter(one -> one.getType() != Schema.Type.NULL).toList();
    if (types.size() != 1) {
      throw column.nested("union");
    }
    return types.get(0);
  }

  private void check() throws IOException {
    switch (type) {
      case RECORD, ARRAY, MAP, UNION, NULL ->
          throw column.nested(type.name().toLowerCase(Locale.ROOT));
      default -> {
        // has one value
      }
    }
    if (logical.startsWith("time-") || logical.equals("duration")) {
      throw column.unknown(logical);
    }
    if (logical.startsWith("timestamp-") || logical.startsWith("local-timestamp-")) {
      column.requireSameTimes(logical.startsWith("timestamp-"));
    }
  }

  void add(GenericRecord row, RowText text) {
    Object value = row.get(field);
    if (value == null) {
      text.addNull();
      return;
    }
    switch (type) {
      case BOOLEAN -> text.add((boolean) value);
      case INT -> addInt((int) value, text);
      case LONG -> addLong((long) value, text);
      case FLOAT -> text.add((float) value, column);
      case DOUBLE -> text.add((double) value);
      case BYTES -> {
        ByteBuffer buffer = ((ByteBuffer) value).duplicate();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        addBytes(bytes, text);
      }
      case FIXED -> addBytes(((GenericFixed) value).bytes(), text);
      default -> {
        if (value instanceof Utf8 utf8) {
          text.text(utf8.getBytes(), 0, utf8.getByteLength());
        } else {
          text.text(value.toString());
        }
      }
    }
  }

  private void addInt(int value, RowText text) {
    if (logical.equals("date")) {
      text.date(value);
    } else {
      text.add(value);
    }
  }

  private void addLong(long value, RowText text) {
    boolean moment = logical.startsWith("timestamp-");
    if (!moment && !logical.startsWith("local-timestamp-")) {
      text.add(value);
      return;
    }
    long unitsPerSecond =
        switch (logical.substring(logical.lastIndexOf('-') + 1)) {
          case "millis" -> MILLIS_PER_SECOND;
          case "micros" -> MICROS_PER_SECOND;
          default -> NANOS_PER_SECOND;
        };
    text.timestamp(value, unitsPerSecond, moment);
  }

  private void addBytes(byte[] bytes, RowText text) {
    if (logical.equals("decimal")) {
      text.add(new BigDecimal(new BigInteger(bytes), scale));
    } else {
      text.binary(bytes, 0, bytes.length, column);
    }
  }
}
