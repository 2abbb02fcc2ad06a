package io.loadpath.mapreduce.input;

import java.io.EOFException;
import java.io.IOException;
import java.math.BigInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Finds truncated files that Hadoop's codecs would accept as complete: empty ones, and bzip2 files
 * cut inside their header or between two blocks. Every other cut makes the codecs fail.
 */
final class CompressedFileEnd {
  /** The end of a bzip2 stream: this mark of 48 bits, a CRC of 32, and up to 7 bits of padding. */
  private static final BigInteger BZIP2_END_MARK = BigInteger.valueOf(0x177245385090L);

  private static final int BZIP2_MARK_BITS = 48;
  private static final int BZIP2_CRC_BITS = 32;
  private static final int BZIP2_END_BYTES = 11;

  private CompressedFileEnd() {}

  /**
   * Checks the end of the split's file, if the split reaches it.
   *
   * @throws EOFException if the file is truncated
   */
  static void check(FileSplit split, CompressionCodec codec, Configuration conf)
      throws IOException {
    Path file = split.getPath();
    FileSystem fileSystem = file.getFileSystem(conf);
    long length = fileSystem.getFileStatus(file).getLen();
    if (length == 0) {
      throw new EOFException();
    }
    boolean readsEnd = split.getStart() + split.getLength() >= length;
    if (codec instanceof BZip2Codec && readsEnd) {
      checkBzip2(fileSystem, file, length);
    }
  }

  private static void checkBzip2(FileSystem fileSystem, Path file, long length) throws IOException {
    byte[] end = new byte[(int) Math.min(BZIP2_END_BYTES, length)];
    try (FSDataInputStream in = fileSystem.open(file)) {
      in.readFully(length - end.length, end);
    }
    BigInteger bits = new BigInteger(1, end);
    BigInteger mask = BigInteger.ONE.shiftLeft(BZIP2_MARK_BITS).subtract(BigInteger.ONE);
    for (int padding = 0; padding < Byte.SIZE; padding++) {
      if (bits.shiftRight(BZIP2_CRC_BITS + padding).and(mask).equals(BZIP2_END_MARK)) {
        return;
      }
    }
    throw new EOFException();
  }
}
