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
    Int128 bottom = new Int128(); // to -2^127
    bottom.addProduct(Long.MIN_VALUE, Long.MAX_VALUE);
    bottom.addProduct(Long.MIN_VALUE, Long.MAX_VALUE);
    bottom.add(Long.MIN_VALUE);
    bottom.add(Long.MIN_VALUE);
    assertThat(bottom.toBigInteger()).isEqualTo(BigInteger.TWO.pow(127).negate());
    assertThatThrownBy(() -> bottom.add(-1)).isInstanceOf(ArithmeticException.class);
    assertThat(bottom.toBigInteger()).as("not changed").isEqualTo(BigInteger.TWO.pow(127).negate());

    Int128 top = new Int128(); // to 2^127 - 1
    top.addProduct(Long.MIN_VALUE, Long.MIN_VALUE);
    top.add(-1);
    top.addProduct(Long.MIN_VALUE, Long.MIN_VALUE);
    assertThat(top.toBigInteger()).isEqualTo(BigInteger.TWO.pow(127).subtract(BigInteger.ONE));
    Int128 one = new Int128();
    one.add(1);
    assertThatThrownBy(() -> top.add(one)).isInstanceOf(ArithmeticException.class);
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
