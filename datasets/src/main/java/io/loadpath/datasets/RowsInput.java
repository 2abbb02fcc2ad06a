package io.loadpath.datasets;

import io.loadpath.tables.DatasetException;
import io.loadpath.tables.FileFormat.LineEnd;
import io.loadpath.tables.Format;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The rows of files one after another, in the files' encoding: without header lines and byte order
 * marks, and with a line end after the last row of each.
 */
final class RowsInput extends InputStream {

  private static final int START_BYTES = 1 << 20;

  private final RowText rowText;
  private final Deque<FileRows> files;
  private final byte[] lineEnd;
  private FileRows file;
  private InputStream text;

  RowsInput(RowText rowText, List<FileRows> files) {
    this.rowText = rowText;
    this.files = new ArrayDeque<>(files);
    boolean crlf = rowText.table().format().lineEnd() == LineEnd.CRLF;
    lineEnd = (crlf ? "\r\n" : "\n").getBytes(StandardCharsets.US_ASCII);
  }

  /** The number of bytes that all files together give. */
  long length() throws IOException {
    long bytes = 0;
    for (FileRows each : files) {
      bytes += each.textBytes() - startBytes(each.file());
      bytes += each.endsWithLine() ? 0 : lineEnd.length;
    }
    return bytes;
  }

  /** Measures the mark and the header line of a file, as they are stored. */
  private long startBytes(Path path) throws IOException {
    byte[] utf = new byte[START_BYTES];
    int filled;
    try (InputStream in = rowText.open(path, bytes -> {})) {
      filled = in.readNBytes(utf, 0, utf.length);
    }
    RowText.Start start =
        rowText.start(path, utf, filled, filled < utf.length, rowText.newParser());
    if (start == null) {
      throw new DatasetException(path + ": the header line is longer than " + START_BYTES);
    }
    String text = new String(utf, 0, start.bytes(), StandardCharsets.UTF_8);
    return text.getBytes(rowText.table().format().encoding()).length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int from, int count) throws IOException {
    while (true) {
      if (text == null && !openNext()) {
        return -1;
      }
      int got = readFile(bytes, from, count);
      if (got >= 0) {
        return got;
      }
      text.close();
      text = null;
      if (!file.endsWithLine()) {
        text = new ByteArrayInputStream(lineEnd);
        file = new FileRows(file.file(), 0, lineEnd.length, false, true);
      }
    }
  }

  private boolean openNext() throws IOException {
    file = files.poll();
    if (file == null) {
      return false;
    }
    long skipped = startBytes(file.file());
    text = Format.open(file.file());
    text.skipNBytes(skipped);
    return true;
  }

  private int readFile(byte[] bytes, int from, int count) throws IOException {
    try {
      return text.read(bytes, from, count);
    } catch (IOException e) {
      throw Format.explained(file.file(), e);
    }
  }

  @Override
  public void close() throws IOException {
    if (text != null) {
      text.close();
    }
  }
}
