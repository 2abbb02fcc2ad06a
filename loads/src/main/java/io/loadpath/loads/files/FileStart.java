package io.loadpath.loads.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.rows.TextFormat;
import io.loadpath.rows.parser.MalformedRowException;
import io.loadpath.rows.parser.RowParser;
import java.io.IOException;
import java.util.Arrays;

/** Checks the start of a described table's file. Other files are not checked. */
record FileStart(TextFormat format) {
  /** Whether a byte order mark is not part of the first row. */
  boolean skipsMark() {
    return format.described() != null;
  }

  /**
   * @throws IOException if the first bytes are the mark of another encoding
   */
  void checkEncoding(byte[] bytes, int length) throws IOException {
    if (format.described() == null) {
      return;
    }
    String begin = new String(bytes, 0, Math.min(length, 2), ISO_8859_1);
    if (begin.equals("\u00FE\u00FF") || begin.equals("\u00FF\u00FE")) {
      throw new IOException("is UTF-16; convert it to UTF-8");
    }
    if (isLatin1() && begin.equals("\u00EF\u00BB")) {
      throw new IOException(
          "begins with UTF-8's byte order mark, but the description says encoding: latin-1");
    }
  }

  /**
   * @throws IOException if a header line does not name the columns
   */
  void checkHeader(byte[] bytes, int from, int to) throws IOException {
    if (format.described() == null || !format.described().format().header()) {
      return;
    }
    TextFormat.Described table = format.described();
    byte[] line =
        isLatin1()
            ? new String(bytes, from, to - from, ISO_8859_1).getBytes(UTF_8)
            : Arrays.copyOfRange(bytes, from, to);
    try {
      new RowParser(table.columns(), table.format(), false).parseHeader(line, 0, line.length, true);
    } catch (MalformedRowException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private boolean isLatin1() {
    return format.described().format().encoding().equals(ISO_8859_1);
  }
}
