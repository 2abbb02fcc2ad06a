package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SortKeyTest {
  private static final int ROOM = 1000;

  private static byte[] key(ColumnType type, boolean blankPadded, String text) {
    byte[] field = new byte[ROOM];
    byte[] out = new byte[ROOM];
    int length = -1;
    if (text != null) {
      byte[] bytes = Arrays.copyOf(text.getBytes(UTF_8), ROOM);
      try {
        int end = type.write(bytes, 0, text.getBytes(UTF_8).length, DateOrder.MDY, field, 0);
        length = end - Integer.BYTES;
      } catch (FieldException e) {
        throw new AssertionError(text, e);
      }
    }
    int end = SortKey.put(type, blankPadded, field, Integer.BYTES, length, out, 0);
    assertThat(end).isLessThanOrEqualTo(SortKey.mostBytes(Math.max(0, length)));
    return Arrays.copyOf(out, end);
  }

  /** Values in the server's order. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INT2 | -32768 -1 0 1 256 32767",
        "INT4 | -2147483648 -256 -255 0 255 256 2147483647",
        "INT8 | -9223372036854775808 -1 0 1 9223372036854775807",
        "FLOAT4 | -Infinity -3e38 -1 -1e-40 0 1e-40 0.5 1 Infinity NaN",
        "FLOAT8 | -Infinity -1e300 -2 -1 -1e-300 0 1e-300 1 2 1e300 Infinity NaN",
        "BOOL | false true",
        "DATE | -infinity 0044-03-15 1999-12-31 2000-01-01 2026-11-26 infinity",
        "TIMESTAMP | -infinity 1999-12-31T23:59:59.999999 2000-01-01T00:00:00 infinity",
        "TIMESTAMPTZ | 2000-01-01T02:00:00+03 2000-01-01T00:00:00Z 2000-01-01T00:00:00-01",
        "UUID | 00000000-0000-0000-0000-000000000001 7fffffff-0000-0000-0000-000000000000 80000000-0000-0000-0000-000000000000",
        "BYTEA | \\x \\x00 \\x0000 \\x00ff \\x01 \\x7f \\x80 \\xff \\xff00",
        "TEXT | A AB B a aa ab b ä 😀",
        "CHAR | ! A a ~",
        "NUMERIC | -Infinity -10000 -9999.5 -9999 -1.00001 -1 -0.0001 -0.00001 0 0.00001 0.0001 1 1.00001 1.5 9999 9999.5 10000 123456789012345678901234567890 Infinity NaN"
      })
  void theOrderOfKeysIsThatOfValues(ColumnType type, String values) {
    List<String> sorted = new ArrayList<>(List.of(values.split(" ")));
    sorted.add(null);
    for (String value : sorted) {
      byte[] key = key(type, false, value);
      byte[] twice = Arrays.copyOf(key, 2 * key.length);
      System.arraycopy(key, 0, twice, key.length, key.length);
      assertThat(SortKey.end(type, twice, 0)).as(value).isEqualTo(key.length);
      assertThat(SortKey.end(type, twice, key.length)).as(value).isEqualTo(twice.length);
      assertThat(SortKey.isNull(key, 0)).isEqualTo(value == null);
    }
    for (int i = 0; i < sorted.size(); i++) {
      for (int j = 0; j < sorted.size(); j++) {
        int order =
            Arrays.compareUnsigned(
                key(type, false, sorted.get(i)), key(type, false, sorted.get(j)));
        assertThat(Integer.signum(order))
            .as("%s %s %s", type, sorted.get(i), sorted.get(j))
            .isEqualTo(Integer.compare(i, j));
      }
    }
  }

  @Test
  void equalValuesHaveOneKey() {
    assertThat(key(ColumnType.FLOAT8, false, "-0")).isEqualTo(key(ColumnType.FLOAT8, false, "0"));
    assertThat(key(ColumnType.FLOAT4, false, "-0")).isEqualTo(key(ColumnType.FLOAT4, false, "0"));
    assertThat(key(ColumnType.NUMERIC, false, "-0.00"))
        .isEqualTo(key(ColumnType.NUMERIC, false, "0"));
    assertThat(key(ColumnType.NUMERIC, false, "00100.5000"))
        .isEqualTo(key(ColumnType.NUMERIC, false, "100.5"));
    assertThat(key(ColumnType.TEXT, true, "a  ")).isEqualTo(key(ColumnType.TEXT, true, "a"));
    assertThat(key(ColumnType.TEXT, false, "a  ")).isNotEqualTo(key(ColumnType.TEXT, false, "a"));
  }

  @Test
  void numbersOfAllSizesKeepTheirOrder() {
    Random random = new Random(29);
    List<BigDecimal> numbers = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      BigInteger digits = new BigInteger(1 + random.nextInt(120), random);
      BigDecimal number = new BigDecimal(digits, random.nextInt(40) - 15);
      numbers.add(random.nextBoolean() ? number : number.negate());
    }
    numbers.sort(Comparator.naturalOrder());
    for (int i = 1; i < numbers.size(); i++) {
      byte[] before = key(ColumnType.NUMERIC, false, numbers.get(i - 1).toPlainString());
      byte[] after = key(ColumnType.NUMERIC, false, numbers.get(i).toPlainString());
      assertThat(Integer.signum(Arrays.compareUnsigned(before, after)))
          .as("%s and %s", numbers.get(i - 1), numbers.get(i))
          .isEqualTo(numbers.get(i - 1).compareTo(numbers.get(i)));
    }
  }

  /** Otherwise the next column of a longer key could decide before this one. */
  @Test
  void noKeyIsTheBeginningOfAnother() {
    for (String[] pair :
        new String[][] {{"TEXT", "a", "ab"}, {"NUMERIC", "1", "1.5"}, {"BYTEA", "\\x", "\\x00"}}) {
      ColumnType type = ColumnType.valueOf(pair[0]);
      byte[] shorter = key(type, false, pair[1]);
      byte[] longer = key(type, false, pair[2]);
      assertThat(Arrays.mismatch(shorter, longer)).isLessThan(shorter.length);
    }
  }
}
