package io.loadpath.engines.hive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import org.junit.jupiter.api.Test;

class RowsTest {
  private static String text(Object value) {
    return new String(Rows.bytes(value), UTF_8);
  }

  @Test
  void valuesArePrintedAsTheCommandLinePrintsThem() {
    assertThat(text(null)).isEqualTo("NULL");
    assertThat(text("ä\tb")).isEqualTo("ä\tb");
    assertThat(text(1.0e9)).isEqualTo("1.0E9");
    assertThat(text(Date.valueOf("1998-12-01"))).isEqualTo("1998-12-01");
    assertThat(Rows.bytes(new byte[] {0, -1})).containsExactly(0, -1);
  }

  @Test
  void decimalsHaveNoExponent() {
    assertThat(text(new BigDecimal("0.0000000"))).isEqualTo("0.0000000");
    assertThat(text(new BigDecimal("38273.10"))).isEqualTo("38273.10");
  }

  @Test
  void aTimeHasNoFractionThatIsNotThere() {
    assertThat(text(Timestamp.valueOf("2020-01-01 00:00:00"))).isEqualTo("2020-01-01 00:00:00");
    assertThat(text(Timestamp.valueOf("2020-01-01 00:00:00.05")))
        .isEqualTo("2020-01-01 00:00:00.05");
  }
}
