package io.loadpath.mapreduce.columnar;

import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.file.Codec;
import org.apache.avro.file.CodecFactory;

/** Decompresses blocks of Avro files in Java: clusters lack some of Avro's native libraries. */
final class AvroCodec extends Codec {
  /** Decompresses a block. */
  private interface Decompressor {
    byte[] text(byte[] block) throws IOException;
  }

  private final String name;
  private final Decompressor codec;

  private AvroCodec(String name, Decompressor codec) {
    this.name = name;
    this.codec = codec;
  }

  /** Makes Avro's readers use these codecs. */
  static void register() {
    register("snappy", AvroCodec::snappy);
    register("zstandard", AvroCodec::zstd);
  }

  private static void register(String name, Decompressor codec) {
    CodecFactory.addCodec(
        name,
        new CodecFactory() {
          @Override
          protected Codec createInstance() {
            return new AvroCodec(name, codec);
          }
        });
  }

  /** Decompresses a block that ends with a checksum. */
  private static byte[] snappy(byte[] block) {
    int length = block.length - Integer.BYTES;
    byte[] text = new byte[SnappyDecompressor.getUncompressedLength(block, 0)];
    new SnappyDecompressor().decompress(block, 0, length, text, 0, text.length);
    return text;
  }

  private static byte[] zstd(byte[] block) throws IOException {
    try (ZstdInputStream text = new ZstdInputStream(new ByteArrayInputStream(block))) {
      return text.readAllBytes();
    }
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public ByteBuffer compress(ByteBuffer text) {
    throw new UnsupportedOperationException("files are only read");
  }

  @Override
  public ByteBuffer decompress(ByteBuffer block) throws IOException {
    byte[] bytes = new byte[block.remaining()];
    block.duplicate().get(bytes);
    return ByteBuffer.wrap(codec.text(bytes));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AvroCodec codec && codec.name.equals(name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }
}
