package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cluster of root's, which would give root to every user of the machine. */
@Timeout(120)
class RootClusterIT {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cluster start",
        "run q1 --on cluster --only mapreduce-q1 --scale 0.001 --rounds 1 --out results",
        "faults --only mapreduce-q1 --scale 0.001 --fault client",
        "chaos --on cluster --jobs 1"
      })
  void isRefusedUnlessItIsAllowed(String line) throws Exception {
    assumeThat(Owner.caller()).as("only root is refused").isZero();
    Path state = folder.toRealPath().resolve("state");

    Outcome outcome =
        Program.in(folder, "bin/loadpath", line.split(" "))
            .set("LOADPATH_STATE", state)
            .set("LOADPATH_BUILD", "never")
            .set("LOADPATH_ALLOW_ROOT", "")
            .run();

    assertThat(outcome.exitCode()).as(outcome.all()).isEqualTo(1);
    assertThat(outcome.err()).contains("ordinary user, or set LOADPATH_ALLOW_ROOT=1");
    assertThat(state.resolve("cluster")).doesNotExist();
  }
}
