package io.loadpath.datasets;

import io.loadpath.rows.FileFormat;
import io.loadpath.rows.parser.MalformedRowException;
import io.loadpath.rows.parser.RowParser;
import io.loadpath.rows.parser.Utf8;
import io.loadpath.tables.CountedInput;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Format;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/**
 * The text of a table's files: as UTF-8, and what stands before the first row.
 *
 * @param table describes the files
 * @param postgresBytes whether bytes may be as PostgreSQL writes them, {@code \x00ff}
 * @param storedBytes counts the bytes that are read, as stored
 */
record RowText(Table table, boolean postgresBytes, LongAdder storedBytes) {

  private static final List<String> UTF_16_MARKS = List.of("\u00FE\u00FF", "\u00FF\u00FE");

  RowText(Table table, boolean postgresBytes) {
    this(table, postgresBytes, new LongAdder());
  }

  /**
   * Opens a file.
   *
   * @param textBytes gets the number of bytes of text after each read, in the file's encoding
   */
  InputStream open(Path file, LongConsumer textBytes) throws IOException {
    InputStream text = new CountedInput(Format.open(file, storedBytes::add), textBytes);
    return isLatin1() ? new Latin1Input(text) : text;
  }

  private boolean isLatin1() {
    return table.format().encoding().equals(StandardCharsets.ISO_8859_1);
  }

  RowParser newParser() {
    return new RowParser(table.columns(), table.format(), postgresBytes);
  }

  /** Whether a line end is always the end of a row. */
  boolean hasPlainLines() {
    FileFormat format = table.format();
    return format.quote() == null && format.escape() == null;
  }

  /**
   * What is before the first row of a file.
   *
   * @param bytes how many bytes of UTF-8
   * @param textBytes how many bytes in the file's encoding
   * @param lines how many lines
   * @param mark whether there is a byte order mark
   */
  record Start(int bytes, int textBytes, int lines, boolean mark) {}

  /**
   * Checks what is before the first row of a file.
   *
   * @param text the file's beginning
   * @param last whether text[0, to) is the whole file
   * @return null if the header line is longer than the text
   * @throws DatasetException naming the file, if the file is empty or in another encoding
   * @throws MalformedRowException if its header line is not as described
   */
  Start start(Path file, byte[] text, int to, boolean last, RowParser parser) throws IOException {
    checkEncoding(file, text, to);
    boolean mark = Utf8.startsWithMark(text, 0, to);
    int next = mark ? Utf8.MARK_BYTES : 0;
    int lines = 0;
    if (table.format().header()) {
      if (next == to) {
        throw new DatasetException(file + ": is empty, even its header line is missing");
      }
      next = parser.parseHeader(text, next, to, last);
      if (next == RowParser.MORE) {
        return null;
      }
      lines = parser.lines();
    }
    int textBytes = isLatin1() ? new String(text, 0, next, StandardCharsets.UTF_8).length() : next;
    return new Start(next, textBytes, lines, mark);
  }

  private void checkEncoding(Path file, byte[] text, int to) throws DatasetException {
    String begin = // as stored, each byte a character
        isLatin1()
            ? new String(text, 0, Math.min(to, 4), StandardCharsets.UTF_8)
            : new String(text, 0, Math.min(to, 2), StandardCharsets.ISO_8859_1);
    if (UTF_16_MARKS.stream().anyMatch(begin::startsWith)) {
      throw new DatasetException(file + ": is UTF-16; convert it to UTF-8");
    }
    if (isLatin1() && begin.startsWith("\u00EF\u00BB")) {
      throw new DatasetException(
          file + ": begins with UTF-8's byte order mark, but the description says latin-1");
    }
  }
}
