package io.loadpath.engines.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class FileServerTest {
  /** The preprocessors compare the text. */
  @Test
  void theDayOfALastChangeHasTwoDigits() {
    assertThat(FileServer.httpDate(Instant.parse("2026-11-05T06:07:08Z")))
        .isEqualTo("Thu, 05 Nov 2026 06:07:08 GMT");
  }
}
