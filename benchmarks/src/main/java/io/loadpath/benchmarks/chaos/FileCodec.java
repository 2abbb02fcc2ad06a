package io.loadpath.benchmarks.chaos;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.snappy.SnappyCompressorOutputStream;

/**
 * How a file is written, in the forms that Hadoop reads. Its lz4 needs a library that Hadoop's
 * artifacts lack.
 */
enum FileCodec {
  NONE(""),
  GZIP(".gz"),
  BZIP2(".bz2"),
  ZSTD(".zst"),
  SNAPPY(".snappy"),
  DEFLATE(".deflate");

  private static final int SNAPPY_BLOCK_BYTES = 1 << 15;
  private static final int SNAPPY_WINDOW_BYTES = 1 << 15;
  private static final long BZIP2_BLOCK_MARK = 0x314159265359L;
  private static final int MARK_BITS = 48;

  private final String suffix;

  FileCodec(String suffix) {
    this.suffix = suffix;
  }

  String suffix() {
    return suffix;
  }

  byte[] compress(byte[] text) throws IOException {
    if (this == ZSTD) {
      return Zstd.compress(text);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (this == SNAPPY) {
      snappy(text, bytes);
    } else {
      try (OutputStream out = stream(bytes)) {
        out.write(text);
      }
    }
    return bytes.toByteArray();
  }

  private OutputStream stream(OutputStream bytes) throws IOException {
    return switch (this) {
      case GZIP -> new GZIPOutputStream(bytes);
      case BZIP2 -> new BZip2CompressorOutputStream(bytes, 1);
      case DEFLATE -> new DeflaterOutputStream(bytes);
      default -> bytes;
    };
  }

  /** Hadoop's own frame: before each block the length of its text, then that of its bytes. */
  private static void snappy(byte[] text, OutputStream bytes) throws IOException {
    DataOutputStream out = new DataOutputStream(bytes);
    for (int from = 0; from < text.length; from += SNAPPY_BLOCK_BYTES) {
      int length = Math.min(SNAPPY_BLOCK_BYTES, text.length - from);
      ByteArrayOutputStream block = new ByteArrayOutputStream();
      try (OutputStream one =
          new SnappyCompressorOutputStream(block, length, SNAPPY_WINDOW_BYTES)) {
        one.write(text, from, length);
      }
      out.writeInt(length);
      out.writeInt(block.size());
      block.writeTo(out);
    }
  }

  /**
   * Returns where to cut a file of bzip2 so that whole blocks stay: after each, except the last.
   */
  static List<Integer> bzip2Blocks(byte[] file) {
    List<Integer> begins = new ArrayList<>();
    long last = 0;
    for (long bit = 0; bit < 8L * file.length; bit++) {
      int b = file[(int) (bit / 8)] >> (7 - bit % 8) & 1;
      last = (last << 1 | b) & ((1L << MARK_BITS) - 1);
      if (last == BZIP2_BLOCK_MARK) {
        begins.add((int) ((bit - MARK_BITS + 1 + 7) / 8));
      }
    }
    return begins.isEmpty() ? begins : begins.subList(1, begins.size());
  }
}
