package io.loadpath.mapreduce.columnar;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;

/** The kinds of files that have no text. */
public enum FileKind {
  ORC("ORC", "ORC") {
    /** The last byte is the length of the postscript, which ends with the magic bytes. */
    @Override
    boolean isEnd(String last) {
      return last.startsWith(magic);
    }
  },
  PARQUET("Parquet", "PAR1") {
    @Override
    boolean isEnd(String last) {
      return last.endsWith(magic);
    }
  },
  AVRO("Avro", "Obj\u0001") {
    @Override
    boolean isEnd(String last) {
      return true;
    }
  };

  private static final int FIRST_BYTES = 1024;
  private static final int LAST_BYTES = 4;

  final String magic;
  private final String label;

  FileKind(String label, String magic) {
    this.label = label;
    this.magic = magic;
  }

  abstract boolean isEnd(String last);

  /** Returns the name for messages. */
  @Override
  public String toString() {
    return label;
  }

  /**
   * Returns the kind of a file by its magic bytes; empty if it is text.
   *
   * @throws IOException if the file's end is missing
   */
  public static Optional<FileKind> of(FileStatus file, Configuration conf) throws IOException {
    if (file.getLen() < LAST_BYTES) {
      return Optional.empty();
    }
    byte[] first = new byte[(int) Math.min(FIRST_BYTES, file.getLen())];
    byte[] last = new byte[LAST_BYTES];
    try (FSDataInputStream in = file.getPath().getFileSystem(conf).open(file.getPath())) {
      in.readFully(0, first);
      in.readFully(file.getLen() - last.length, last);
    }
    String begin = new String(first, ISO_8859_1);
    String end = new String(last, ISO_8859_1);
    Optional<FileKind> kind =
        Arrays.stream(values()).filter(any -> begin.startsWith(any.magic)).findFirst();
    if (kind.isEmpty() || kind.get().isEnd(end)) {
      return kind;
    }
    if (begin.indexOf(0) < 0) { // text may begin with these letters, too
      return Optional.empty();
    }
    throw new IOException(
        "file %s begins like an %s file, but its end is missing: copy it again"
            .formatted(file.getPath(), kind.get()));
  }
}
