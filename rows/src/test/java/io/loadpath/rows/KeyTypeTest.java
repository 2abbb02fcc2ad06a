package io.loadpath.rows;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyTypeTest {
  private static final int NUMERIC_10_2 = (10 << 16 | 2) + 4;
  private static final int NUMERIC_3_MINUS_2 = (3 << 16 | 0x7fe) + 4;

  /** The stored values are those of PostgreSQL 18. */
  @ParameterizedTest
  @CsvSource({
    "NUMERIC, " + NUMERIC_10_2 + ", 1.005, 1.01",
    "NUMERIC, " + NUMERIC_10_2 + ", -1.005, -1.01",
    "NUMERIC, " + NUMERIC_10_2 + ", 99.995, 100",
    "NUMERIC, " + NUMERIC_10_2 + ", 0.004, 0",
    "NUMERIC, " + NUMERIC_10_2 + ", 123456.7849999, 123456.78",
    "NUMERIC, " + NUMERIC_10_2 + ", NaN, NaN",
    "NUMERIC, " + NUMERIC_3_MINUS_2 + ", 12350, 12400",
    "NUMERIC, " + NUMERIC_3_MINUS_2 + ", -49, 0",
    "NUMERIC, " + NUMERIC_3_MINUS_2 + ", 1e120001, 1e120001",
    "TIMESTAMP, 0, 2009-01-31 23:59:59.5, 2009-02-01 00:00:00",
    "TIMESTAMP, 0, 1999-12-31 23:59:59.5, 1999-12-31 23:59:59",
    "TIMESTAMP, 3, 2009-01-31 23:59:59.9994, 2009-01-31 23:59:59.999",
    "TIMESTAMP, 0, infinity, infinity",
    "TEXT, 6, 'ä   ', 'ä '",
    "TEXT, 6, ää, ää"
  })
  void theKeyIsThatOfTheStoredValue(ColumnType type, int modifier, String given, String stored)
      throws FieldException {
    assertThat(new KeyType(type, false, modifier).keyOf(given))
        .isEqualTo(new KeyType(type, false, -1).keyOf(stored));
  }

  @ParameterizedTest
  @CsvSource({"TEXT, 6, 'a '", "NUMERIC, -1, 1.005", "TIMESTAMP, 6, 2009-01-01 00:00:00.000001"})
  void aValueThatFitsKeepsItsKey(ColumnType type, int modifier, String given)
      throws FieldException {
    assertThat(new KeyType(type, false, modifier).keyOf(given))
        .isEqualTo(new KeyType(type, false, -1).keyOf(given));
  }
}
