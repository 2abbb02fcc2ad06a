package io.loadpath.mapreduce.columnar;

import io.loadpath.rows.ColumnType;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.schema.ColumnOrder.ColumnOrderName;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.BsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/** Writes the values of a Parquet file's column as text. */
final class ParquetColumn {
  /** Writes a value that is not NULL. */
  private interface Writer {
    void add(ColumnReader value, RowText text);
  }

  private static final long MILLIS_PER_SECOND = 1000;
  private static final long DAY_SECONDS = 86_400;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final int UNIX_EPOCH_JULIAN_DAY = 2_440_588;

  private final FileColumn column;
  private final String name;
  private final boolean optional;
  private final Writer writer;

  private ParquetColumn(FileColumn column, PrimitiveType type, String zone) throws IOException {
    this.column = column;
    name = type.getName();
    optional = type.isRepetition(Type.Repetition.OPTIONAL);
    writer = writer(type, zone);
  }

  /**
   * @param zone in which INT96 times were local ones; null for UTC
   * @throws IOException if the column has no plain values
   */
  static ParquetColumn of(FileColumn column, Type type, String zone) throws IOException {
    if (type.isRepetition(Type.Repetition.REPEATED)) {
      throw column.nested("list");
    }
    if (!type.isPrimitive()) {
      LogicalTypeAnnotation kind = type.getLogicalTypeAnnotation();
      throw column.nested(kind == null ? "struct" : kind.toString().toLowerCase(Locale.ROOT));
    }
    return new ParquetColumn(column, type.asPrimitiveType(), zone);
  }

  /** Whether values are whole numbers or dates, in their order, and the target stores them so. */
  static boolean keepsNumbers(FileColumn column, PrimitiveType type) {
    LogicalTypeAnnotation kind = type.getLogicalTypeAnnotation();
    boolean dates = kind instanceof DateLogicalTypeAnnotation;
    boolean isSigned =
        kind == null || kind instanceof IntLogicalTypeAnnotation integer && integer.isSigned();
    return type.columnOrder().getColumnOrderName() == ColumnOrderName.TYPE_DEFINED_ORDER
        && (dates || isSigned)
        && List.of(PrimitiveTypeName.INT32, PrimitiveTypeName.INT64)
            .contains(type.getPrimitiveTypeName())
        && column.keepsNumbers(dates);
  }

  String[] path() {
    return new String[] {name};
  }

  void add(ColumnReader value, RowText text) {
    if (optional && value.getCurrentDefinitionLevel() == 0) {
      text.addNull();
    } else {
      writer.add(value, text);
    }
  }

  private Writer writer(PrimitiveType type, String zone) throws IOException {
    LogicalTypeAnnotation kind = type.getLogicalTypeAnnotation();
    if (kind == null) {
      return plain(type, zone);
    }
    if (kind instanceof DecimalLogicalTypeAnnotation decimal) {
      return decimal(type.getPrimitiveTypeName(), decimal.getScale());
    }
    if (kind instanceof IntLogicalTypeAnnotation integer) {
      return integer(type.getPrimitiveTypeName(), integer.isSigned());
    }
    if (kind instanceof DateLogicalTypeAnnotation) {
      return (value, text) -> text.date(value.getInteger());
    }
    if (kind instanceof TimestampLogicalTypeAnnotation timestamp) {
      boolean moment = timestamp.isAdjustedToUTC();
      column.requireSameTimes(moment);
      long unitsPerSecond =
          switch (timestamp.getUnit()) {
            case MILLIS -> MILLIS_PER_SECOND;
            case MICROS -> MILLIS_PER_SECOND * MILLIS_PER_SECOND;
            case NANOS -> NANOS_PER_SECOND;
          };
      return (value, text) -> text.timestamp(value.getLong(), unitsPerSecond, moment);
    }
    if (kind instanceof UUIDLogicalTypeAnnotation) {
      return (value, text) -> {
        ByteBuffer bytes = value.getBinary().toByteBuffer();
        text.ascii(new UUID(bytes.getLong(), bytes.getLong()).toString());
      };
    }
    if (kind instanceof StringLogicalTypeAnnotation
        || kind instanceof EnumLogicalTypeAnnotation
        || kind instanceof JsonLogicalTypeAnnotation) {
      return ParquetColumn::addText;
    }
    if (kind instanceof BsonLogicalTypeAnnotation) {
      return this::addBytes;
    }
    throw column.unknown(type.toString());
  }

  private Writer plain(PrimitiveType type, String zone) throws IOException {
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> (value, text) -> text.add(value.getBoolean());
      case INT32, INT64 -> integer(type.getPrimitiveTypeName(), true);
      case FLOAT -> (value, text) -> text.add(value.getFloat(), column);
      case DOUBLE -> (value, text) -> text.add(value.getDouble());
      case INT96 -> int96(zone);
      // writers before 2016 did not mark text
      case BINARY ->
          column.type() == null || column.isBytes() ? this::addBytes : ParquetColumn::addText;
      case FIXED_LEN_BYTE_ARRAY -> this::addBytes;
    };
  }

  private static Writer integer(PrimitiveTypeName type, boolean signed) {
    if (type == PrimitiveTypeName.INT32) {
      return signed
          ? (value, text) -> text.add(value.getInteger())
          : (value, text) -> text.add(Integer.toUnsignedLong(value.getInteger()));
    }
    return signed
        ? (value, text) -> text.add(value.getLong())
        : (value, text) -> text.ascii(Long.toUnsignedString(value.getLong()));
  }

  private static Writer decimal(PrimitiveTypeName type, int scale) {
    return switch (type) {
      case INT32 -> (value, text) -> text.add(BigDecimal.valueOf(value.getInteger(), scale));
      case INT64 -> (value, text) -> text.add(BigDecimal.valueOf(value.getLong(), scale));
      default ->
          (value, text) ->
              text.add(new BigDecimal(new BigInteger(value.getBinary().getBytesUnsafe()), scale));
    };
  }

  /** Reads nanoseconds of the day (8 bytes) and the Julian day (4 bytes), both little-endian. */
  private Writer int96(String zone) {
    boolean moment = column.type() == ColumnType.TIMESTAMPTZ;
    ZoneId local = zone == null || moment ? ZoneOffset.UTC : ZoneId.of(zone);
    return (value, text) -> {
      ByteBuffer bytes = value.getBinary().toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
      long nanos = bytes.getLong();
      long second = (bytes.getInt() - UNIX_EPOCH_JULIAN_DAY) * DAY_SECONDS;
      second += Math.floorDiv(nanos, NANOS_PER_SECOND);
      int nano = (int) Math.floorMod(nanos, NANOS_PER_SECOND);
      if (local != ZoneOffset.UTC) {
        second =
            LocalDateTime.ofInstant(Instant.ofEpochSecond(second), local)
                .toEpochSecond(ZoneOffset.UTC);
      }
      text.timestamp(second, nano, moment);
    };
  }

  private static void addText(ColumnReader value, RowText text) {
    byte[] utf8 = value.getBinary().getBytesUnsafe();
    text.text(utf8, 0, utf8.length);
  }

  private void addBytes(ColumnReader value, RowText text) {
    byte[] bytes = value.getBinary().getBytesUnsafe();
    text.binary(bytes, 0, bytes.length, column);
  }
}
