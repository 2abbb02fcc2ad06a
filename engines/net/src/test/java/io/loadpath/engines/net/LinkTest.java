package io.loadpath.engines.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkTest {
  @ParameterizedTest
  @CsvSource({
    "unlimited, 0, 0, 0",
    "100Mbit, 100000000, 0, 0",
    "1GbE, 1000000000, 0, 0",
    "1Gbit, 1000000000, 0, 0",
    "2x1GbE, 2000000000, 0, 0",
    "2.5GbE, 2500000000, 0, 0",
    "10GbE, 10000000000, 0, 0",
    "1GbE+20ms, 1000000000, 20000000, 0",
    "unlimited+0.2ms, 0, 200000, 0",
    "1GbE+1%loss, 1000000000, 0, 0.01",
    "1GbE+2ms+0.5%loss, 1000000000, 2000000, 0.005",
  })
  void wordsAreRead(String words, long bits, long nanos, double loss) {
    assertThat(Link.parse(words)).isEqualTo(new Link(words, bits, nanos, loss));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "1Gb", "fast", "1 GbE", "1gbe", "0x1GbE", "-1GbE", "1GbE+20", "1GbE+1%", "+2ms"
      })
  void otherWordsAreAnErrorThatListsTheForms(String words) {
    assertThatThrownBy(() -> Link.parse(words))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("link '%s' is not one of: %s".formatted(words, Link.FORMS));
  }

  @ParameterizedTest
  @CsvSource({
    "0Mbit, rate, 1Mbit to 100GbE",
    "99x10GbE, rate, 1Mbit to 100GbE",
    "1GbE+1001ms, round trip, 0ms to 1000ms",
    "1GbE+51%loss, loss, 0% to 50%",
  })
  void aValueOutOfItsRangeIsNamed(String words, String what, String range) {
    assertThatThrownBy(() -> Link.parse(words))
        .hasMessage("the %s of link '%s' is not in the range %s".formatted(what, words, range));
  }

  @ParameterizedTest
  @CsvSource({
    "1GbE+269ms, 16.8",
    "1GbE+1000ms, 62.5",
    "10GbE+27ms+1%loss, 16.9",
  })
  void moreBytesOnTheWayThanTheRelayKeepsAreAnError(String words, String megabytes) {
    assertThatThrownBy(() -> Link.parse(words))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "link '%s' has %s MB on the way in each direction, and its relay keeps 16.8 MB: name a lower rate or a shorter round trip"
                .formatted(words, megabytes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1GbE+268ms", "100Mbit+1000ms", "10GbE+26ms", "unlimited+1000ms"})
  void asManyBytesOnTheWayAsTheRelayKeepsAreNoError(String words) {
    assertThat(Link.parse(words).words()).isEqualTo(words);
  }
}
