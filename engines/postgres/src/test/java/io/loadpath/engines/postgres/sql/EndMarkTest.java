package io.loadpath.engines.postgres.sql;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.ServiceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndMarkTest {
  private static final String END = "\\.";

  private static void read(String text, int block) {
    EndMark mark = new EndMark();
    for (int at = 0; at < text.length(); at += block) {
      byte[] bytes = text.substring(at, Math.min(text.length(), at + block)).getBytes(US_ASCII);
      mark.read(bytes, bytes.length);
    }
    mark.end();
  }

  @ParameterizedTest
  @ValueSource(strings = {END, "a\n" + END, END + "\na\n", "a\r\n" + END + "\r\nb\r\n"})
  void findsTheLineInAnyBlock(String text) {
    for (int block = 1; block <= 8; block++) {
      int bytes = block;
      assertThatThrownBy(() -> read(text, bytes))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("a line is '\\.'");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "\n.\n", "a" + END + "\n", END + "b\n", "\"" + END + "\"\n", "\\\n.\n"})
  void takesOtherLines(String text) {
    for (int block = 1; block <= 8; block++) {
      int bytes = block;
      assertThatNoException().isThrownBy(() -> read(text, bytes));
    }
  }

  @Test
  void onlyOldServersReadItInCsvFiles() {
    assertThat(EndMark.isRead(17, "COPY t FROM STDIN (format 'csv')")).isTrue();
    assertThat(EndMark.isRead(18, "COPY t FROM STDIN (format 'csv')")).isFalse();
    assertThat(EndMark.isRead(18, "COPY csv_files FROM STDIN (format 'text')")).isTrue();
  }
}
