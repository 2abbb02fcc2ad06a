package io.loadpath.mapreduce.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.BlockDecompressorStream;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.Decompressor;

/**
 * Finds the truncated files that Hadoop's codecs would take for whole. The streams of gzip, deflate
 * and zstd fail where a file ends early; for bzip2, {@link Bzip2Stream} does. Two kinds of files
 * remain: empty ones, and those of codecs without an end mark (snappy, LZ4, LZO), which cannot be
 * checked and are refused.
 */
public final class CompressedFileEnd {
  private CompressedFileEnd() {}

  /**
   * Checks what can be known before a file is read.
   *
   * @throws EOFException if the file is empty
   * @throws IOException if the end of its codec's files cannot be checked
   * @throws RuntimeException if the codec does not work here
   */
  public static void check(Path path, CompressionCodec codec, Configuration conf)
      throws IOException {
    FileSystem files = path.getFileSystem(conf);
    if (files.getFileStatus(path).getLen() == 0) {
      throw new EOFException("has 0 bytes, so it is truncated");
    }
    if (codec instanceof BZip2Codec) {
      return;
    }
    Decompressor decompressor = CodecPool.getDecompressor(codec);
    try (InputStream file = files.open(path);
        InputStream text = codec.createInputStream(file, decompressor)) {
      requireEndMark(text, codec);
    } finally {
      CodecPool.returnDecompressor(decompressor);
    }
  }

  /**
   * @param text a stream of the codec
   * @throws IOException if the stream takes an early end of its file for the end
   */
  public static void requireEndMark(InputStream text, CompressionCodec codec) throws IOException {
    if (text instanceof BlockDecompressorStream) {
      throw new IOException(
          "%s is not read: its files have no end mark, so a truncated one looks whole. Write the rows again with gzip, bzip2 or zstd"
              .formatted(codec.getClass().getSimpleName()));
    }
  }
}
