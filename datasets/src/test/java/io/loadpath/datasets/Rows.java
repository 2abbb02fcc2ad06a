package io.loadpath.datasets;

import io.loadpath.datasets.generate.CardTransactions;
import io.loadpath.datasets.generate.TextBuffer;
import io.loadpath.rows.Column;
import io.loadpath.tables.Table;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** Rows for tests, and a fingerprint by another, plainer way. */
final class Rows {

  static final List<String> STUDY_ROW =
      List.of(
          "6888978486961227|VISA|7641|38|2009-09-14|6600355|Fort Lauderdale|FL|33323".split("\\|"));

  static final String STUDY_LINE =
      "6888978486961227|VISA|7641|38|09/14/2009|6600355|Fort Lauderdale|FL|33323|\n";

  private Rows() {}

  /** The names in a folder, sorted. */
  static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** Who may read and write a file, such as {@code rw-r--r--}. */
  static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  /** So many rows as the generator makes them, as a file holds them. */
  static byte[] cardTransactions(int rows) {
    TextBuffer text = new TextBuffer();
    new CardTransactions(rows, Dataset.DEFAULT_SEED).write(0, rows, text);
    return Arrays.copyOf(text.bytes, text.length);
  }

  /** The fingerprint by its definition, with strings. */
  static Fingerprint plainFingerprint(List<List<String>> canonicalRows) {
    List<Column> columns = Table.ALL_CARD_TRANS.columns();
    Map<String, Long> digests = new LinkedHashMap<>();
    columns.forEach(column -> digests.put(column.name(), 0L));
    long row = 0;
    for (List<String> values : canonicalRows) {
      row += hash(String.join("|", values));
      for (int i = 0; i < columns.size(); i++) {
        digests.merge(columns.get(i).name(), hash(values.get(i)), Long::sum);
      }
    }
    return new Fingerprint(canonicalRows.size(), row, digests, Map.of());
  }

  private static long hash(String text) {
    byte[] md5 = Digests.begin("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
    return Long.parseUnsignedLong(HexFormat.of().formatHex(md5, 0, 8), 16);
  }
}
