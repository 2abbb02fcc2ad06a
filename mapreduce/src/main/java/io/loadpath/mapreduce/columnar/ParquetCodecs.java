package io.loadpath.mapreduce.columnar;

import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Decompresses pages of Parquet files in Java: clusters lack some of Parquet's native libraries.
 */
final class ParquetCodecs implements CompressionCodecFactory {
  private static final int LZ4_HEADER_BYTES = 2 * Integer.BYTES;

  /** Decompresses all of a page. */
  private interface Codec {
    void decompress(byte[] in, byte[] out) throws IOException;
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName name) {
    throw new UnsupportedOperationException("files are only read");
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName name) {
    return switch (name) {
      case UNCOMPRESSED -> new Page((in, out) -> copy(in, out));
      case SNAPPY -> of(new SnappyDecompressor());
      case ZSTD -> of(new ZstdDecompressor());
      case LZ4_RAW -> of(new Lz4Decompressor());
      case LZ4 -> new Page(ParquetCodecs::lz4);
      case GZIP -> new Page(ParquetCodecs::gzip);
      case LZO, BROTLI ->
          throw new UnsupportedOperationException(
              "its codec %s is not read: write it with SNAPPY, ZSTD, GZIP or LZ4_RAW"
                  .formatted(name));
    };
  }

  private static Page of(Decompressor codec) {
    return new Page(
        (in, out) -> requireAll(codec.decompress(in, 0, in.length, out, 0, out.length), out));
  }

  private static void requireAll(int length, byte[] out) throws IOException {
    if (length != out.length) {
      throw new EOFException("a page has %d bytes, not %d".formatted(length, out.length));
    }
  }

  private static void copy(byte[] in, byte[] out) throws IOException {
    requireAll(in.length, out);
    System.arraycopy(in, 0, out, 0, out.length);
  }

  private static void gzip(byte[] in, byte[] out) throws IOException {
    try (GZIPInputStream text = new GZIPInputStream(new ByteArrayInputStream(in))) {
      requireAll(text.readNBytes(out, 0, out.length), out);
    }
  }

  /**
   * Decompresses blocks with the length of their text and their own before each, as Hadoop does.
   */
  private static void lz4(byte[] in, byte[] out) throws IOException {
    Lz4Decompressor codec = new Lz4Decompressor();
    ByteBuffer lengths = ByteBuffer.wrap(in);
    int filled = 0;
    for (int at = 0; at + LZ4_HEADER_BYTES <= in.length; ) {
      int textEnd = filled + lengths.getInt(at);
      at += Integer.BYTES;
      while (filled < textEnd) {
        int length = lengths.getInt(at);
        at += Integer.BYTES;
        filled += codec.decompress(in, at, length, out, filled, out.length - filled);
        at += length;
      }
    }
    requireAll(filled, out);
  }

  @Override
  public void release() {
    // codecs hold nothing
  }

  /** Decompresses pages. */
  private record Page(Codec codec) implements BytesInputDecompressor {
    @Override
    public BytesInput decompress(BytesInput in, int length) throws IOException {
      byte[] out = new byte[length];
      codec.decompress(in.toInputStream().readAllBytes(), out);
      return BytesInput.from(out);
    }

    @Override
    public void decompress(ByteBuffer in, int inLength, ByteBuffer out, int length)
        throws IOException {
      byte[] compressed = new byte[inLength];
      byte[] text = new byte[length];
      in.get(compressed);
      codec.decompress(compressed, text);
      out.put(text);
    }

    @Override
    public void release() {
      // nothing is held
    }
  }
}
