package io.loadpath.datasets;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Caches the hashes of a column's recent values: most columns have few different values, and MD5 is
 * the main cost of a fingerprint. A column of mostly different values (a card number) turns its
 * cache off. For one thread.
 */
final class HashCache {

  private static final int SLOT_BITS = 13;
  private static final int MAX_TEXT_BYTES = 24;

  /** Longs of a slot: the hash, the text's length and the text; a slot is a cache line. */
  private static final int SLOT_LONGS = 8;

  private static final int LENGTH = 1;
  private static final int HEAD = 2;
  private static final int MIDDLE = 3;
  private static final int TAIL = 4;

  private static final int TRIAL_LOOKUPS = 1 << 14;
  private static final int MIN_HITS = TRIAL_LOOKUPS / 4;
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final TextHash hash;
  private long[] slots = new long[SLOT_LONGS << SLOT_BITS];
  private int lookups;
  private int hits;

  HashCache(TextHash hash) {
    this.hash = hash;
  }

  /** h of text[from, to); the array must go on for 8 bytes after from. */
  long of(byte[] text, int from, int to) {
    int length = to - from;
    if (slots == null || length > MAX_TEXT_BYTES || length == 0) {
      return hash.of(text, from, to);
    }
    // Three words that overlap in short texts: together with the length they are the text.
    long head = (long) LONG.get(text, from);
    long middle = 0;
    long tail = 0;
    if (length < Long.BYTES) {
      head <<= Long.SIZE - length * Byte.SIZE;
    } else {
      tail = (long) LONG.get(text, to - Long.BYTES);
      if (length > 2 * Long.BYTES) {
        middle = (long) LONG.get(text, from + Long.BYTES);
      }
    }
    long mixed = (head + tail * 31 + middle * 37) * GOLDEN_GAMMA;
    int slot = (int) (mixed >>> (Long.SIZE - SLOT_BITS)) * SLOT_LONGS;
    long[] s = slots;
    lookups++;
    if (s[slot + LENGTH] == length
        && s[slot + HEAD] == head
        && s[slot + MIDDLE] == middle
        && s[slot + TAIL] == tail) {
      hits++;
      return s[slot];
    }
    long value = hash.of(text, from, to);
    s[slot] = value;
    s[slot + LENGTH] = length;
    s[slot + HEAD] = head;
    s[slot + MIDDLE] = middle;
    s[slot + TAIL] = tail;
    if (lookups >= TRIAL_LOOKUPS) {
      slots = hits < MIN_HITS ? null : s;
      lookups = 0;
      hits = 0;
    }
    return value;
  }
}
