package io.loadpath.mapreduce.load.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.loads.exports.PastLoad;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ForecastTest {
  private static final double MEGA = 1e6;

  /** A load of some megabytes that took some seconds. */
  private static PastLoad load(double megabytes, double seconds) {
    return new PastLoad(1, "sale", "2026-11-20", 2, 1, (long) (megabytes * MEGA), seconds);
  }

  private static double seconds(double megabytes, PastLoad... past) {
    return Forecast.seconds(List.of(past), megabytes * MEGA).orElseThrow();
  }

  @Test
  void oneLoadGrowsFromItsStart() {
    assertThat(seconds(100, load(100, 23))).isEqualTo(23, within(1e-9));
    assertThat(seconds(200, load(100, 23))).isEqualTo(43, within(1e-9));
    assertThat(seconds(10, load(100, 23))).isEqualTo(5, within(1e-9));
  }

  @Test
  void anotherStartShowsInLoadsOfOtherSizes() {
    PastLoad[] past =
        Stream.of(100, 200, 400, 800).map(mb -> load(mb, 20 + mb / 10.0)).toArray(PastLoad[]::new);
    assertThat(seconds(100, past)).isCloseTo(30, Percentage.withPercentage(10));
    assertThat(seconds(1600, past)).isCloseTo(180, Percentage.withPercentage(10));
  }

  @Test
  void aDisturbedLoadDoesNotCount() {
    PastLoad[] past = {load(100, 13), load(100, 13), load(100, 60), load(300, 33), load(300, 33)};
    assertThat(seconds(100, past)).isEqualTo(13, within(1e-9));
    assertThat(seconds(900, past)).isEqualTo(93, within(1e-9));
  }

  /** Their difference is chance. */
  @Test
  void loadsOfAboutTheSameSizeAreOneSize() {
    assertThat(seconds(1000, load(100, 13), load(101, 23))).isEqualTo(153, within(10.0));
  }

  @Test
  void aLargerLoadThatTookLessTimeDoesNotMakeTheNextOneShorter() {
    assertThat(seconds(800, load(100, 40), load(200, 30), load(400, 20))).isGreaterThan(19);
    assertThat(seconds(1, load(100, 40), load(200, 30), load(400, 20))).isPositive();
  }

  @Test
  void loadsThatAreShorterThanTheStartStillGrow() {
    assertThat(seconds(10, load(10, 1))).isEqualTo(1, within(1e-9));
    assertThat(seconds(100, load(10, 1))).isEqualTo(5.5, within(1e-9));
  }

  @Test
  void muchSmallerLoadsDoNotCount() {
    assertThat(Forecast.seconds(List.of(load(1, 4)), 21 * MEGA)).isEmpty();
    assertThat(seconds(210, load(1, 4), load(105, 12))).isEqualTo(21, within(1e-9));
    assertThat(Forecast.seconds(List.of(load(1, 4)), 0)).isEmpty();
  }
}
