package io.loadpath.datasets;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.loadpath.tables.Format;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG;
import net.jpountz.xxhash.XXHashFactory;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/**
 * Compresses blocks of text separately, so that all cores can work on one file. For one thread.
 *
 * <p>Blocks of a megabyte make files at most 1 % larger than one piece would (zstd-3: 2 %, bzip2: 3
 * %). Only zstd's highest levels look back further: zstd-19 loses 10 %.
 */
interface BlockCompressor {

  /** Appends the compressed block. */
  void compress(byte[] text, int length, ByteArrayOutputStream to) throws IOException;

  /**
   * Makes a compressor.
   *
   * @param level from 1 to the format's largest; 0 for plain text
   */
  static BlockCompressor of(Format format, int level) {
    return switch (format) {
      case NONE -> none();
      case GZIP -> gzip(level);
      case ZSTD -> zstd(level);
      case LZ4 -> lz4(level);
      case BZIP2 -> bzip2(level);
    };
  }

  /** Copies. */
  static BlockCompressor none() {
    return (text, length, to) -> to.write(text, 0, length);
  }

  /** Makes blocks of a deflate stream, without headers; a block can follow any other. */
  static BlockCompressor gzip(int level) {
    return new BlockCompressor() {
      private final Deflater deflater = new Deflater(level, true);
      private byte[] deflated = new byte[0];

      @Override
      public void compress(byte[] text, int length, ByteArrayOutputStream to) {
        int bound = length + (length >>> 8) + 64; // zlib's bound for any text, and a flush marker
        if (deflated.length < bound) {
          deflated = new byte[bound];
        }
        deflater.reset();
        deflater.setInput(text, 0, length);
        int bytes = deflater.deflate(deflated, 0, deflated.length, Deflater.SYNC_FLUSH);
        if (!deflater.needsInput() || bytes == deflated.length) {
          throw new IllegalStateException("the buffer for compressed text is too small");
        }
        to.write(deflated, 0, bytes);
      }
    };
  }

  /** Makes frames with a checksum, like the program zstd. */
  static BlockCompressor zstd(int level) {
    return (text, length, to) -> {
      byte[] frame = new byte[Math.toIntExact(Zstd.compressBound(length))];
      try (ZstdCompressCtx context = new ZstdCompressCtx()) {
        context.setLevel(level).setChecksum(true);
        to.write(frame, 0, context.compressByteArray(frame, 0, frame.length, text, 0, length));
      }
    };
  }

  /**
   * Makes frames with a checksum, like the program lz4: from level 3 on with the slow compressor.
   */
  static BlockCompressor lz4(int level) {
    LZ4Factory factory = LZ4Factory.fastestInstance();
    LZ4Compressor compressor = level < 3 ? factory.fastCompressor() : factory.highCompressor(level);
    return (text, length, to) ->
        writeAndClose(
            new LZ4FrameOutputStream(
                to,
                BLOCKSIZE.SIZE_4MB,
                length,
                compressor,
                XXHashFactory.fastestInstance().hash32(),
                FLG.Bits.BLOCK_INDEPENDENCE,
                FLG.Bits.CONTENT_SIZE,
                FLG.Bits.CONTENT_CHECKSUM),
            text,
            length);
  }

  /** Makes streams; the level is the block size in units of 100 kB. */
  static BlockCompressor bzip2(int level) {
    return (text, length, to) ->
        writeAndClose(new BZip2CompressorOutputStream(to, level), text, length);
  }

  private static void writeAndClose(OutputStream compressor, byte[] text, int length)
      throws IOException {
    try (compressor) {
      compressor.write(text, 0, length);
    }
  }
}
