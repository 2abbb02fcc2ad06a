package io.loadpath.datasets;

import io.loadpath.tables.Format;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.zip.CRC32;

/**
 * Writes one data file from generated and compressed blocks.
 *
 * <p>A {@code .gz} file is one gzip member (RFC 1952), in which each block adds a few bytes; in the
 * other formats each block is one frame.
 */
final class PartWriter implements Closeable {

  private static final byte[] GZIP_HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};

  /** An empty last block, because every block before it announces one more. */
  private static final byte[] LAST_DEFLATE_BLOCK = {3, 0};

  private final String name;
  private final OutputStream out;
  private final boolean gzip;
  private final MessageDigest sha1 = Digests.sha1();
  private final CRC32 crc = new CRC32();
  private long rows;
  private long logicalBytes;
  private long wireBytes;

  PartWriter(String name, OutputStream out, Codec codec) throws IOException {
    this.name = name;
    this.out = out;
    gzip = codec.format() == Format.GZIP;
    if (gzip) {
      put(GZIP_HEADER, GZIP_HEADER.length);
    }
  }

  void write(PartFiles.Block block) throws IOException {
    rows += block.rows;
    logicalBytes += block.text.length;
    if (gzip) {
      crc.update(block.text.bytes, 0, block.text.length);
    }
    put(block.stored.toByteArray(), block.stored.size());
  }

  /** Writes the end of the file, and returns its description. */
  Manifest.DataFile finish() throws IOException {
    if (gzip) {
      put(LAST_DEFLATE_BLOCK, LAST_DEFLATE_BLOCK.length);
      putLittleEndianInt((int) crc.getValue());
      putLittleEndianInt((int) logicalBytes);
    }
    out.close();
    return new Manifest.DataFile(name, rows, logicalBytes, wireBytes, Digests.hex(sha1));
  }

  private void putLittleEndianInt(int value) throws IOException {
    byte[] bytes = {
      (byte) value, (byte) (value >>> 8), (byte) (value >>> 16), (byte) (value >>> 24)
    };
    put(bytes, bytes.length);
  }

  private void put(byte[] bytes, int length) throws IOException {
    out.write(bytes, 0, length);
    sha1.update(bytes, 0, length);
    wireBytes += length;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
