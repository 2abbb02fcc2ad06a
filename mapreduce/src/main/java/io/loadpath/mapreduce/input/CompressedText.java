package io.loadpath.mapreduce.input;

import java.io.EOFException;
import java.io.FilterInputStream;
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
 * The text of a compressed file, by one of Hadoop's codecs. The streams of gzip, deflate and zstd
 * fail where a file ends early; for bzip2, {@link Bzip2Stream} does. Two kinds of truncated files
 * would be taken for whole: empty ones, and those of codecs without an end mark (snappy, LZ4, LZO),
 * which cannot be checked and are refused. Closing it returns the decompressor for the next file.
 */
public final class CompressedText extends FilterInputStream {
  private Decompressor decompressor;

  private CompressedText(InputStream text, Decompressor decompressor) {
    super(text);
    this.decompressor = decompressor;
  }

  /**
   * Opens a file's text, which closes the file.
   *
   * @throws IOException if the end of the codec's files cannot be checked
   * @throws RuntimeException if the codec does not work here
   */
  public static InputStream of(CompressionCodec codec, InputStream file) throws IOException {
    Decompressor decompressor = CodecPool.getDecompressor(codec);
    try {
      InputStream text = codec.createInputStream(file, decompressor);
      if (text instanceof BlockDecompressorStream) {
        throw new IOException(
            "%s is not read: its files have no end mark, so a truncated one looks whole. Write the rows again with gzip, bzip2 or zstd"
                .formatted(codec.getClass().getSimpleName()));
      }
      return new CompressedText(text, decompressor);
    } catch (IOException | RuntimeException e) {
      CodecPool.returnDecompressor(decompressor);
      throw e;
    }
  }

  /**
   * Checks what can be known before a file is read; throws like {@link #of}.
   *
   * @throws EOFException if the file is empty
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
    try (InputStream file = files.open(path)) {
      of(codec, file).close();
    }
  }

  @Override
  public void close() throws IOException {
    try {
      super.close();
    } finally {
      CodecPool.returnDecompressor(decompressor);
      decompressor = null; // another close must not return what another file has by then
    }
  }
}
