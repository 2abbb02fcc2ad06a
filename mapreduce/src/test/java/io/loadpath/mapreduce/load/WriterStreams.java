package io.loadpath.mapreduce.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.rows.ColumnType;
import io.loadpath.rows.KeyType;
import io.loadpath.rows.RowHash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads the streams of binary COPY that {@link FileReducer} has written. */
final class WriterStreams {
  static final DateTimeFormatter AMERICAN = DateTimeFormatter.ofPattern("MM/dd/uuuu");
  static final LocalDate EPOCH = LocalDate.of(2000, 1, 1); // PostgreSQL's
  private static final int HEADER_BYTES = 19;

  private WriterStreams() {}

  /**
   * Reads the streams, and requires that each has the rows and the hash that the mappers counted.
   *
   * @param types of the columns for the hash; null if the rows are not hashed
   */
  static Map<String, byte[]> read(Path out, List<LoadColumn> columns, List<KeyType> types)
      throws IOException {
    Map<String, byte[]> streams = new TreeMap<>();
    long rows = 0;
    Map<String, String> counted = new TreeMap<>();
    try (Stream<Path> found = Files.list(out)) {
      for (Path file : found.toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith("rows-of-")) {
          rows += Long.parseLong(Files.readString(file));
        } else if (name.startsWith(FileReducer.COUNTED)) {
          counted.put(name.substring(FileReducer.COUNTED.length()), Files.readString(file));
        } else {
          streams.put(name, Files.readAllBytes(file));
        }
      }
    }
    assertThat(streams.values().stream().mapToLong(stream -> rows(stream, columns).size()).sum())
        .isEqualTo(rows);
    Map<String, String> sums = new TreeMap<>();
    streams.forEach((name, stream) -> sums.put(name, sum(stream, columns, types)));
    assertThat(counted).isEqualTo(sums);
    return streams;
  }

  /** Returns the number of a stream's rows, and the sum of their hashes. */
  private static String sum(byte[] stream, List<LoadColumn> columns, List<KeyType> types) {
    RowHash hash = types == null ? null : new RowHash(types);
    Tuple row = new Tuple(columns.size());
    int last = columns.size() - 1;
    long rows = 0;
    long sum = 0;
    for (int at = HEADER_BYTES; at < stream.length - Short.BYTES; rows++) {
      row.read(stream, at);
      sum += hash == null ? 0 : hash.of(stream, at);
      at = row.start(last) + Math.max(0, row.length(last));
    }
    return rows + " " + sum;
  }

  /** Returns the rows of a stream, as the text has them. */
  static List<List<String>> rows(byte[] stream, List<LoadColumn> columns) {
    ByteBuffer in = ByteBuffer.wrap(stream);
    byte[] header = new byte[HEADER_BYTES];
    in.get(header);
    assertThat(header)
        .isEqualTo(new byte[] {80, 71, 67, 79, 80, 89, 10, -1, 13, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    List<List<String>> rows = new ArrayList<>();
    for (short fields = in.getShort(); fields != -1; fields = in.getShort()) {
      assertThat((int) fields).isEqualTo(columns.size());
      List<String> row = new ArrayList<>();
      for (LoadColumn column : columns) {
        byte[] field = new byte[Math.max(0, in.getInt())];
        in.get(field);
        row.add(text(column.type(), field));
      }
      rows.add(row);
    }
    assertThat(in.hasRemaining()).isFalse();
    return rows;
  }

  private static String text(ColumnType type, byte[] field) {
    if (type == ColumnType.TEXT || field.length == 0) {
      return new String(field, UTF_8);
    }
    int number = ByteBuffer.wrap(field).getInt();
    return type == ColumnType.DATE
        ? AMERICAN.format(EPOCH.plusDays(number))
        : Integer.toString(number);
  }
}
