package io.loadpath.mapreduce.q1;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigInteger;
import org.apache.hadoop.io.Writable;

/**
 * A mutable exact sum of 128 bits, two's complement. It throws ArithmeticException beyond that
 * range, and never wraps.
 */
final class Int128 implements Writable {
  private long high;
  private long low;

  void clear() {
    high = 0;
    low = 0;
  }

  void add(long value) {
    add(value >> 63, value);
  }

  void add(Int128 other) {
    add(other.high, other.low);
  }

  /** Adds {@code a * b}, which need not fit 64 bits. */
  void addProduct(long a, long b) {
    add(Math.multiplyHigh(a, b), a * b);
  }

  private void add(long otherHigh, long otherLow) {
    long newLow = low + otherLow;
    long carry = Long.compareUnsigned(newLow, low) < 0 ? 1 : 0;
    long newHigh = high + otherHigh + carry;
    boolean overflow = ((high ^ newHigh) & (otherHigh ^ newHigh)) < 0;
    if (overflow) {
      throw new ArithmeticException("a total left the range of 128 bits");
    }
    high = newHigh;
    low = newLow;
  }

  BigInteger toBigInteger() {
    BigInteger unsignedLow =
        BigInteger.valueOf(low >>> 1).shiftLeft(1).or(BigInteger.valueOf(low & 1));
    return BigInteger.valueOf(high).shiftLeft(64).or(unsignedLow);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(high);
    out.writeLong(low);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    high = in.readLong();
    low = in.readLong();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Int128 that && high == that.high && low == that.low;
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(high) + Long.hashCode(low);
  }

  @Override
  public String toString() {
    return toBigInteger().toString();
  }
}
