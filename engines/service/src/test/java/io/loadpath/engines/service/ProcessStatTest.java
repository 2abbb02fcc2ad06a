package io.loadpath.engines.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessStatTest {

  @Test
  void readsANameWithSpacesAndParentheses() {
    ProcessStat stat =
        ProcessStat.parse(
            "42 (a) b (c) S 7 41 40 34816 9877 4194304 98 0 0 0 11 12 13 14 20 0 1 0 146359 313");

    assertThat(stat).isEqualTo(new ProcessStat(42, "a) b (c", 'S', 7, 40, 11, 12, 13, 14, 146359));
  }

  @Test
  void seesItself() {
    long self = ProcessHandle.current().pid();

    assertThat(ProcessStat.read(self)).hasValueSatisfying(s -> assertThat(s.isDead()).isFalse());
    assertThat(Processes.tree(self)).first().extracting(ProcessStat::pid).isEqualTo(self);
    assertThat(Processes.describe(self)).isEqualTo("java (pid " + self + ")");
  }
}
