package io.loadpath.loads.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.io.compress.SplitCompressionInputStream;
import org.apache.hadoop.io.compress.SplittableCompressionCodec.READ_MODE;
import org.apache.hadoop.io.compress.bzip2.BZip2Constants;
import org.apache.hadoop.io.compress.bzip2.CBZip2InputStream;

/**
 * The text of a bzip2 file, or of a split: from the first block that begins in it to the end of the
 * file. Hadoop's own stream searches for the mark of the next block, and takes all errors on the
 * way for the end of the file. This stream fails unless a block is followed by another block, or by
 * the end of a stream and the beginning of the next one. The reader of a block checks the bytes
 * after it, so no block can be lost between two splits.
 */
public final class Bzip2Stream extends SplitCompressionInputStream {
  private static final int HEADER_BYTES = 4;
  private static final int MARK_BYTES = 6;

  /** The end of a stream: this mark, a CRC of 32 bits, and up to 7 bits of padding. */
  private static final BigInteger END_MARK = BigInteger.valueOf(0x177245385090L);

  private static final int CRC_BITS = 32;

  /** The end of a stream and the byte before it, which may hold the first bits of the mark. */
  private static final int END_BYTES = 11;

  /** Maximum bytes of empty streams; more count as damage. */
  private static final int MOST_BYTES = 1 << 20;

  /** Empty streams, and possibly the beginning of another one. */
  private static final Pattern STREAMS =
      Pattern.compile(
          "(BZh[1-9]\\x17\\x72\\x45\\x38\\x50\\x90\\x00{4})*+(BZh[1-9]\\x31\\x41\\x59\\x26\\x53\\x59)?");

  private final FSDataInputStream file;
  private final long start;
  private final Blocks blocks;
  private boolean atSplitStart;
  private long position;

  /**
   * @param file is closed with this stream
   * @param start of the split in the file; blocks that begin before it are left out
   * @param end of the split; this stream goes on to the end of the file
   */
  public Bzip2Stream(FSDataInputStream file, long start, long end) throws IOException {
    super(file, start, end);
    this.file = file;
    // the first block, after the file's header, belongs to the split that begins at 0
    this.start = start > 0 ? Math.max(start, HEADER_BYTES + 1) : 0;
    file.seek(this.start);
    atSplitStart = start > 0;
    try {
      blocks = new Blocks(new BufferedInputStream(file));
    } catch (IOException | RuntimeException e) {
      throw failure(e);
    }
    if (atSplitStart) {
      position = this.start + blocks.getProcessedByteCount();
    }
  }

  /** The place of the last mark, once a byte after it was read, as line readers need it. */
  @Override
  public long getPos() {
    return position;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    int count = atSplitStart ? BZip2Constants.END_OF_BLOCK : decode(bytes, from, length);
    atSplitStart = false;
    if (count == BZip2Constants.END_OF_BLOCK) {
      count = decode(bytes, from, 1);
      position = start + blocks.getProcessedByteCount() + 1;
    }
    return count;
  }

  private int decode(byte[] bytes, int from, int length) throws IOException {
    try {
      return blocks.read(bytes, from, length);
    } catch (IOException | RuntimeException e) {
      throw failure(e);
    }
  }

  private static IOException failure(Exception e) {
    return new IOException(
        "the bzip2 data is truncated or damaged, or cannot be read: " + e.getMessage(), e);
  }

  @Override
  public void resetState() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() throws IOException {
    try {
      blocks.close();
    } finally {
      super.close();
    }
  }

  /**
   * Checks the bytes between a block, or the beginning of the file, and the next mark or the end.
   */
  private void check(long from, long to, boolean found) throws IOException {
    boolean first = from == start; // the split before this one reads the bytes before it
    if (!found && file.read(to, new byte[1], 0, 1) >= 0) {
      throw new IOException("a read failed at byte " + to);
    }
    if (first ? start > 0 : found && to - from == MARK_BYTES) {
      return;
    }
    long begin = first ? 0 : from - 1;
    int end = first ? 0 : END_BYTES;
    if (to - begin < Math.max(end, 1)) {
      throw new EOFException("no end at byte " + to);
    }
    byte[] bytes = new byte[(int) Math.min(to - begin, MOST_BYTES)];
    file.readFully(begin, bytes);
    String streams = new String(bytes, end, bytes.length - end, ISO_8859_1);
    if (to - begin > MOST_BYTES || !first && !ends(bytes) || !STREAMS.matcher(streams).matches()) {
      throw new IOException("neither a block nor the end of the data follows byte " + from);
    }
  }

  private static boolean ends(byte[] bytes) {
    BigInteger bits = new BigInteger(1, bytes, 0, END_BYTES);
    BigInteger mask = BigInteger.ONE.shiftLeft(MARK_BYTES * Byte.SIZE).subtract(BigInteger.ONE);
    for (int padding = 0; padding < Byte.SIZE; padding++) {
      if (bits.shiftRight(CRC_BITS + padding).and(mask).equals(END_MARK)) {
        return true;
      }
    }
    return false;
  }

  private final class Blocks extends CBZip2InputStream {
    // without initial values: the super class's constructor calls these methods
    private long read;
    private boolean ended;

    Blocks(InputStream in) throws IOException {
      super(in, READ_MODE.BYBLOCK);
    }

    @Override
    protected void updateProcessedByteCount(int count) {
      super.updateProcessedByteCount(count);
      read += count;
    }

    @Override
    public boolean skipToNextMarker(long marker, int bits) throws IOException {
      if (ended) { // asked again at each further read
        return false;
      }
      long from = start + read;
      boolean found = super.skipToNextMarker(marker, bits);
      check(from, start + read, found);
      ended = !found;
      return found;
    }
  }
}
