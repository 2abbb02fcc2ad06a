package io.loadpath.engines.net;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names of labs and hosts; {@link LabIT} makes real labs. */
class LabTest {
  @TempDir private Path state;

  @Test
  void namesOfHostsThatNoDeviceCanHaveAreAnError() {
    assertThatThrownBy(() -> Lab.up(state, "lab", Map.of("a.b", Link.UNLIMITED)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the name 'a.b' of a host must have 1 to 13 of a-z, 0-9 and -, and begin with a letter");
    assertThatThrownBy(() -> Lab.up(state, "../lab", LabOwner.links("1GbE", "1GbE")))
        .hasMessageStartingWith("the name '../lab' of a lab must have");
    assertThatThrownBy(() -> Lab.up(state, "lab", Map.of("a".repeat(14), Link.UNLIMITED)))
        .hasMessageStartingWith("the name 'aaaaaaaaaaaaaa' of a host must have 1 to 13");
    assertThatThrownBy(() -> Lab.up(state, "lab", Map.of()))
        .hasMessage("a lab has 1 to 64 hosts, not 0");
  }

  @Test
  void thereIsNoLabWhereNoneWasMade() throws IOException {
    assertThatThrownBy(() -> Lab.open(state, "lab"))
        .hasMessage("there is no lab lab: make it with 'bin/loadpath net up'");
  }
}
