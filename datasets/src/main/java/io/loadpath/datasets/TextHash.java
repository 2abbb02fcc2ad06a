package io.loadpath.datasets;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Arrays;

/** h(t) of {@link Fingerprint}: the first 8 bytes of MD5(t). For one thread. */
final class TextHash {

  private static final int DIGEST_BYTES = 16;
  private static final VarHandle BIG_ENDIAN_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final MessageDigest md5 = Digests.begin("MD5");
  private final byte[] digest = new byte[DIGEST_BYTES];

  long of(byte[] text, int from, int to) {
    md5.update(text, from, to - from);
    try {
      md5.digest(digest, 0, DIGEST_BYTES);
    } catch (DigestException e) {
      throw new IllegalStateException(e);
    }
    return (long) BIG_ENDIAN_LONG.get(digest, 0);
  }

  /**
   * The hashes of a column's recent values. Most columns have few different values, and MD5 is the
   * main cost of a fingerprint. A column of mostly different values, such as card numbers, turns
   * its cache off.
   */
  final class Cache {

    private static final int SLOT_BITS = 13;
    private static final int MAX_TEXT_BYTES = 24;
    private static final int TRIAL_LOOKUPS = 1 << 14;
    private static final int MAX_MISSES = TRIAL_LOOKUPS * 3 / 4;
    private static final int GOLDEN_GAMMA = 0x9E3779B9;

    private final byte[][] texts = new byte[1 << SLOT_BITS][];
    private final long[] hashes = new long[texts.length];
    private int lookups;
    private int misses;

    long of(byte[] text, int from, int to) {
      if (misses > MAX_MISSES || to - from > MAX_TEXT_BYTES) {
        return TextHash.this.of(text, from, to);
      }
      int mixed = to - from;
      for (int i = from; i < to; i++) {
        mixed = 31 * mixed + text[i];
      }
      int slot = mixed * GOLDEN_GAMMA >>> Integer.SIZE - SLOT_BITS;
      if (lookups++ == TRIAL_LOOKUPS) {
        lookups = 0;
        misses = 0;
      }
      byte[] cached = texts[slot];
      if (cached == null || !Arrays.equals(cached, 0, cached.length, text, from, to)) {
        misses++;
        texts[slot] = Arrays.copyOfRange(text, from, to);
        hashes[slot] = TextHash.this.of(text, from, to);
      }
      return hashes[slot];
    }
  }
}
