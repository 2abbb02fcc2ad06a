package io.loadpath.loads.files;

import io.airlift.compress.zstd.ZstdInputStream;
import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.ZStandardCodec;
import org.apache.hadoop.io.compress.bzip2.Bzip2Factory;

/**
 * Compressed files, by Hadoop's codecs. Hadoop's Zstandard needs a native library. Without it,
 * aircompressor writes and reads the same format in Java.
 */
public final class Compression {
  private static final String ZSTD = "zstd";

  private Compression() {}

  /** Returns Sqoop's name of a codec. Users write {@code zstd}, the name of the program. */
  public static String sqoopName(String name) {
    return ZSTD.equalsIgnoreCase(name) ? ZStandardCodec.class.getName() : name;
  }

  /**
   * Checks that this JVM can compress.
   *
   * @throws RuntimeException if the codec needs a library that is missing here
   */
  public static void require(CompressionCodec codec, Configuration conf) {
    if (!needsJava(codec)) {
      CodecPool.returnCompressor(CodecPool.getCompressor(codec, conf));
    }
  }

  /** Returns a stream that compresses into a file, and closes it. */
  public static OutputStream output(CompressionCodec codec, OutputStream file) throws IOException {
    return needsJava(codec) ? new ZstdOutputStream(file) : codec.createOutputStream(file);
  }

  /**
   * Returns the text of a compressed file. Closing it closes the file. Reading it fails if the file
   * is truncated.
   *
   * @throws IOException if the codec's files have no end mark
   */
  public static InputStream input(CompressionCodec codec, FSDataInputStream file)
      throws IOException {
    if (codec instanceof BZip2Codec bzip2 && !Bzip2Factory.isNativeBzip2Loaded(bzip2.getConf())) {
      return new Bzip2Stream(file, 0, Long.MAX_VALUE);
    }
    return needsJava(codec) ? new JavaZstd(file) : CompressedText.of(codec, file);
  }

  /**
   * Checks a file's length and codec before it is read.
   *
   * @throws IOException if the file is empty, or the codec's files have no end mark
   */
  public static void check(Path file, CompressionCodec codec, Configuration conf)
      throws IOException {
    try {
      CompressedText.check(file, codec, conf);
    } catch (IOException e) {
      throw new IOException("file %s: %s".formatted(file, e.getMessage()), e);
    } catch (RuntimeException | LinkageError e) {
      // the codec's library is missing here; a cluster's nodes may have it
    }
  }

  private static boolean needsJava(CompressionCodec codec) {
    return codec instanceof ZStandardCodec && !ZStandardCodec.isNativeCodeLoaded();
  }

  /**
   * Turns errors into IOExceptions: aircompressor throws others, and takes up to three bytes after
   * the last frame for the end of the file.
   */
  private static final class JavaZstd extends InputStream {
    private final FileAndFrame file;
    private final InputStream text;

    JavaZstd(InputStream file) {
      this.file = new FileAndFrame(file);
      text = new ZstdInputStream(this.file);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      try {
        int count = text.read(bytes, from, length);
        if (count >= 0) {
          return count;
        }
        file.addFrame(); // no frame begins with left-over bytes and these
        return text.read(bytes, from, length);
      } catch (RuntimeException e) {
        throw new IOException(
            "Zstandard in Java, because Hadoop has no native library here: %s; if the file is complete, compress it again without --long, --ultra and pzstd"
                .formatted(e.getMessage()),
            e);
      }
    }

    @Override
    public void close() throws IOException {
      text.close();
    }
  }

  /** A file, followed by a frame without text. */
  private static final class FileAndFrame extends FilterInputStream {
    /** Magic number, a header for 0 bytes of text, and the last block, which is empty. */
    private static final byte[] EMPTY = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0x20, 0, 1, 0, 0};

    private final InputStream file;

    FileAndFrame(InputStream file) {
      super(file);
      this.file = file;
    }

    void addFrame() {
      in = new ByteArrayInputStream(EMPTY);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
