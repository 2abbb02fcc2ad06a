package io.loadpath.mapreduce.q1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Int128Test {
  private static final BigInteger MAX = BigInteger.TWO.pow(127).subtract(BigInteger.ONE);
  private static final BigInteger MIN = BigInteger.TWO.pow(127).negate();

  @Test
  void addsAndMultipliesAsBigIntegerDoes() {
    Random random = new Random(1);
    Int128 sum = new Int128();
    BigInteger expected = BigInteger.ZERO;
    for (int i = 0; i < 100_000; i++) {
      long a = random.nextLong() >> random.nextInt(64);
      long b = random.nextLong() >> random.nextInt(20, 64);
      if (random.nextBoolean()) {
        sum.add(a);
        expected = expected.add(BigInteger.valueOf(a));
      } else {
        sum.addProduct(a, b);
        expected = expected.add(BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)));
      }
      assertThat(sum.toBigInteger()).isEqualTo(expected);
    }
  }

  @Test
  void holdsExactly128Bits() {
    Int128 sum = power127(-1);
    assertThat(sum.toBigInteger()).isEqualTo(MIN);
    assertThatThrownBy(() -> sum.add(-1)).isInstanceOf(ArithmeticException.class);
    assertThat(sum.toBigInteger()).as("unchanged by the refused sum").isEqualTo(MIN);

    Int128 top = power127(1);
    assertThat(top.toBigInteger()).isEqualTo(MAX);
    assertThatThrownBy(() -> top.add(1)).isInstanceOf(ArithmeticException.class);
    Int128 other = new Int128();
    other.add(1);
    assertThatThrownBy(() -> top.add(other)).isInstanceOf(ArithmeticException.class);
  }

  /** -2^127, or 2^127 - 1: sums of two products near 2^126. */
  private static Int128 power127(int sign) {
    Int128 sum = new Int128();
    if (sign < 0) {
      sum.addProduct(Long.MIN_VALUE, Long.MAX_VALUE);
      sum.addProduct(Long.MIN_VALUE, Long.MAX_VALUE);
      sum.add(Long.MIN_VALUE);
      sum.add(Long.MIN_VALUE);
    } else {
      sum.addProduct(Long.MIN_VALUE, Long.MIN_VALUE);
      sum.add(-1);
      sum.addProduct(Long.MIN_VALUE, Long.MIN_VALUE);
    }
    return sum;
  }

  @Test
  void survivesTheShuffle() throws IOException {
    Int128 sum = new Int128();
    sum.addProduct(-123456789012345L, 987654321098765L);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    sum.write(new DataOutputStream(bytes));
    Int128 copy = new Int128();
    copy.add(5);
    copy.readFields(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    assertThat(copy).isEqualTo(sum).hasSameHashCodeAs(sum);
    copy.clear();
    assertThat(copy.toBigInteger()).isZero();
  }
}
