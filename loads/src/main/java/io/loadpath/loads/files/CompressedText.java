package io.loadpath.loads.files;

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
 * fail where a file ends early; for bzip2, {@link Bzip2Stream} does. Hadoop would take two kinds of
 * truncated files for complete ones: empty files, and files of codecs without an end mark (snappy,
 * LZ4, LZO). This class refuses both. Closing it returns the decompressor for the next file.
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
            "%s is refused: its files have no end mark, so a truncated one looks complete. Write the rows again with gzip, bzip2 or zstd"
                .formatted(codec.getClass().getSimpleName()));
      }
      return new CompressedText(text, decompressor);
    } catch (IOException | RuntimeException e) {
      CodecPool.returnDecompressor(decompressor);
      throw e;
    }
  }

  /**
   * Makes the checks that need no reading; throws like {@link #of}.
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
      decompressor =
          null; // a second close must not return the decompressor that another file has by then
    }
  }
}
