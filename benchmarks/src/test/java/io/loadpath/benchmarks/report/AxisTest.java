package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class AxisTest {
  @Test
  void valuesCloseTogetherGetALinearAxisFromZero() {
    Axis axis = Axis.over(List.of(0.2, 0.64));
    assertThat(axis).isEqualTo(new Axis(false, 0, 0.8, List.of(0.0, 0.2, 0.4, 0.6, 0.8)));
    assertThat(axis.share(0.4)).isEqualTo(0.5);
  }

  @Test
  void valuesFarApartGetALogarithmicAxisAroundThem() {
    Axis axis = Axis.over(List.of(0.08, 4.0));
    assertThat(axis.log()).isTrue();
    assertThat(axis.min()).isCloseTo(0.064, within(1e-12));
    assertThat(axis.max()).isCloseTo(5, within(1e-12));
    assertThat(axis.ticks()).containsExactly(0.1, 0.2, 0.5, 1.0, 2.0, 5.0);
    assertThat(axis.share(Math.sqrt(0.064 * 5))).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void aLinearAxisMayBeginAboveZero() {
    assertThat(Axis.between(1, 2.4))
        .isEqualTo(new Axis(false, 1, 2.5, List.of(1.0, 1.5, 2.0, 2.5)));
    assertThat(Axis.between(1, 1).max()).isEqualTo(2);
  }

  @Test
  void manyDecadesGetPowersOfTenOnly() {
    assertThat(Axis.over(List.of(0.001, 900.0)).ticks())
        .containsExactly(0.001, 0.01, 0.1, 1.0, 10.0, 100.0, 1000.0);
  }

  @Test
  void noValueOrZeroStillGivesAnAxis() {
    assertThat(Axis.over(List.of()).max()).isEqualTo(1);
    assertThat(Axis.over(List.of(0.0)).max()).isEqualTo(1);
  }
}
