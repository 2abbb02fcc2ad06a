package io.loadpath.engines.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.cluster.Sizing.Machine;
import io.loadpath.engines.service.ServiceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizingTest {
  private static final long GIB = 1L << 30;

  private static Machine machine(double memoryGib, double availableGib, double diskFreeGib) {
    return new Machine(
        2,
        (long) (memoryGib * GIB),
        (long) (availableGib * GIB),
        100 * GIB,
        (long) (diskFreeGib * GIB));
  }

  @ParameterizedTest
  @CsvSource({
    // cores, GiB, workers, MiB and vcores of each worker
    "2, 24, 1, 12288, 5",
    "2, 24, 2, 6144, 3",
    "8, 64, 4, 7680, 5",
    "1, 2, 1, 1536, 3",
    "2, 3, 3, 1536, 2",
  })
  void halfOfTheMemoryAndTwoContainersACoreAreForTasks(
      int cores, long gib, int workers, int memoryMebibytes, int vcores) {
    Machine machine = new Machine(cores, gib * GIB, gib * GIB, 100 * GIB, 50 * GIB);

    assertThat(Sizing.of(machine, workers)).isEqualTo(new Sizing(memoryMebibytes, vcores));
  }

  @Test
  void tooLittleMemoryIsSaidWithTheNumbers() {
    assertThatCode(() -> Sizing.require(machine(4, 3, 2), 1)).doesNotThrowAnyException();
    assertThatThrownBy(() -> Sizing.require(machine(4, 2, 50), 1))
        .isInstanceOf(ServiceException.class)
        .hasMessageContainingAll("1 worker needs 2816 MiB", "(1280 for", "1536 for", "2048 MiB are")
        .hasMessageEndingWith("end other programs");
    assertThatThrownBy(() -> Sizing.require(machine(4, 3, 50), 2))
        .hasMessageContainingAll("2 workers needs 4864 MiB", "start fewer --workers");
  }

  @Test
  void tooLittleDiskIsSaidWithYarnsRule() {
    assertThatThrownBy(() -> Sizing.require(machine(8, 8, 0.4), 1))
        .isInstanceOf(ServiceException.class)
        .hasMessageStartingWith("too little disk: 409 MiB are free")
        .hasMessageContainingAll("99.5 %", "90 %", "LOADPATH_STATE");
  }
}
