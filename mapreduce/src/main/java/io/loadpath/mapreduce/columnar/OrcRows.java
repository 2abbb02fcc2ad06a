package io.loadpath.mapreduce.columnar;

import io.loadpath.loads.files.EvenSplits.Piece;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.orc.ColumnStatistics;
import org.apache.orc.DateColumnStatistics;
import org.apache.orc.IntegerColumnStatistics;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;
import org.apache.orc.storage.ql.exec.vector.BytesColumnVector;
import org.apache.orc.storage.ql.exec.vector.ColumnVector;
import org.apache.orc.storage.ql.exec.vector.DecimalColumnVector;
import org.apache.orc.storage.ql.exec.vector.DoubleColumnVector;
import org.apache.orc.storage.ql.exec.vector.LongColumnVector;
import org.apache.orc.storage.ql.exec.vector.TimestampColumnVector;
import org.apache.orc.storage.ql.exec.vector.VectorizedRowBatch;

/** Reads stripes of ORC files. */
final class OrcRows implements RowReader {
  private static final List<String> TRANSACTION_COLUMNS =
      List.of("operation", "originalTransaction", "bucket", "rowId", "currentTransaction", "row");
  private static final long MILLIS_PER_SECOND = 1000;

  private final List<FileColumn> columns;
  private final long bytes;
  private final Reader file;
  private final List<TypeDescription> types = new ArrayList<>();
  private final int[] indexes;
  private final RecordReader rows;
  private final VectorizedRowBatch batch;
  private int row;
  private long firstOfBatch;

  OrcRows(Piece piece, List<FileColumn> columns, Configuration conf) throws IOException {
    this.columns = columns;
    bytes = piece.bytes();
    indexes = new int[columns.size()];
    file = open(piece, conf);
    try {
      TypeDescription schema = file.getSchema();
      boolean[] included = new boolean[schema.getMaximumId() + 1];
      included[schema.getId()] = true;
      for (int i = 0; i < indexes.length; i++) {
        if (!columns.get(i).isRead()) {
          types.add(null);
          continue;
        }
        indexes[i] = columns.get(i).find(schema.getFieldNames());
        TypeDescription type = schema.getChildren().get(indexes[i]);
        check(columns.get(i), type);
        types.add(type);
        included[type.getId()] = true;
      }
      batch = schema.createRowBatch();
      rows = file.rows(file.options().include(included).range(piece.start(), piece.bytes()));
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
    batch.size = 0;
  }

  /** Opens a file; local times and dates come as they are displayed, whatever the time zone. */
  static Reader open(Piece piece, Configuration conf) throws IOException {
    OrcFile.ReaderOptions options =
        OrcFile.readerOptions(conf)
            .maxLength(piece.fileBytes())
            .useUTCTimestamp(true)
            .convertToProlepticGregorian(true);
    Reader file = OrcFile.createReader(piece.path(), options);
    TypeDescription schema = file.getSchema();
    if (schema.getCategory() != TypeDescription.Category.STRUCT) {
      file.close();
      throw new IOException("has no columns, but one " + schema);
    }
    if (schema.getFieldNames().equals(TRANSACTION_COLUMNS)) {
      file.close();
      throw ColumnarFiles.transactional("it");
    }
    return file;
  }

  /** Returns the stripes of a file. All are taken to have the same mix of columns. */
  static List<FileBlock> blocks(
      Piece piece, List<FileColumn> columns, int ranged, Configuration conf) throws IOException {
    try (Reader file = open(piece, conf)) {
      TypeDescription schema = file.getSchema();
      ColumnStatistics[] statistics = file.getStatistics();
      long all = 0;
      for (ColumnStatistics one : statistics) {
        all += one.getBytesOnDisk();
      }
      long read = 0;
      Optional<ColumnRange> known = Optional.empty();
      for (int i = 0; i < columns.size(); i++) {
        FileColumn column = columns.get(i);
        if (column.isRead()) {
          int index = column.find(schema.getFieldNames());
          ColumnStatistics found = statistics[schema.getChildren().get(index).getId()];
          read += found.getBytesOnDisk();
          known = i == ranged ? range(column, found) : known;
        }
      }
      Optional<ColumnRange> range = known;
      double part = all == 0 ? 1 : (double) read / all; // old files lack these numbers
      return file.getStripes().stream()
          .map(
              stripe ->
                  new FileBlock(
                      stripe.getOffset(),
                      stripe.getLength(),
                      stripe.getNumberOfRows(),
                      (long) (part * stripe.getLength()),
                      range))
          .toList();
    }
  }

  /** Returns a range; empty without statistics, or if a value is another one in the target. */
  private static Optional<ColumnRange> range(FileColumn column, ColumnStatistics found) {
    ColumnRange range;
    if (found instanceof IntegerColumnStatistics numbers && column.keepsNumbers(false)) {
      range = new ColumnRange(numbers.getMinimum(), numbers.getMaximum());
    } else if (found instanceof DateColumnStatistics days && column.keepsNumbers(true)) {
      range = new ColumnRange(days.getMinimumDayOfEpoch(), days.getMaximumDayOfEpoch());
    } else {
      return Optional.empty();
    }
    return range.hasValues() || found.getNumberOfValues() == 0
        ? Optional.of(range)
        : Optional.empty();
  }

  private static void check(FileColumn column, TypeDescription type) throws IOException {
    switch (type.getCategory()) {
      case STRUCT, LIST, MAP, UNION -> throw column.nested(type.getCategory().getName());
      case TIMESTAMP -> column.requireSameTimes(false);
      case TIMESTAMP_INSTANT -> column.requireSameTimes(true);
      default -> {
        // has one value
      }
    }
  }

  @Override
  public long position() throws IOException {
    while (row == batch.size) {
      firstOfBatch = rows.getRowNumber();
      row = 0;
      if (!rows.nextBatch(batch)) {
        batch.size = 0;
        return END;
      }
    }
    return firstOfBatch + row;
  }

  @Override
  public void read(RowText text) throws IOException {
    for (int i = 0; i < indexes.length; i++) {
      if (types.get(i) == null) {
        text.addNull();
        continue;
      }
      ColumnVector vector = batch.cols[indexes[i]];
      int at = vector.isRepeating ? 0 : row;
      if (!vector.noNulls && vector.isNull[at]) {
        text.addNull();
      } else {
        add(vector, at, types.get(i), columns.get(i), text);
      }
    }
    row++;
  }

  @Override
  public void skip() {
    row++;
  }

  private static void add(
      ColumnVector vector, int at, TypeDescription type, FileColumn column, RowText text) {
    switch (type.getCategory()) {
      case BOOLEAN -> text.add(((LongColumnVector) vector).vector[at] != 0);
      case BYTE, SHORT, INT, LONG -> text.add(((LongColumnVector) vector).vector[at]);
      case FLOAT -> text.add((float) ((DoubleColumnVector) vector).vector[at], column);
      case DOUBLE -> text.add(((DoubleColumnVector) vector).vector[at]);
      case DECIMAL ->
          text.ascii(((DecimalColumnVector) vector).vector[at].toFormatString(type.getScale()));
      case DATE -> text.date(((LongColumnVector) vector).vector[at]);
      case TIMESTAMP, TIMESTAMP_INSTANT -> {
        TimestampColumnVector times = (TimestampColumnVector) vector;
        boolean moment = type.getCategory() == TypeDescription.Category.TIMESTAMP_INSTANT;
        text.timestamp(Math.floorDiv(times.time[at], MILLIS_PER_SECOND), times.nanos[at], moment);
      }
      default -> {
        BytesColumnVector bytes = (BytesColumnVector) vector;
        if (type.getCategory() == TypeDescription.Category.BINARY) {
          text.binary(bytes.vector[at], bytes.start[at], bytes.length[at], column);
        } else {
          text.text(bytes.vector[at], bytes.start[at], bytes.length[at]);
        }
      }
    }
  }

  @Override
  public long bytesRead() {
    try {
      return (long) (rows.getProgress() * bytes);
    } catch (IOException e) {
      return 0;
    }
  }

  @Override
  public void close() throws IOException {
    rows.close();
    file.close();
  }
}
