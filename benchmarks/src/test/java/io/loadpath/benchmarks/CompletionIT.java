package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script of {@code bin/loadpath completion}, in bash. */
class CompletionIT {

  @ParameterizedTest
  @CsvSource({
    "gen, generate",
    "run noi, noise",
    "run --dry, --dry-run",
    "run --only duck, duckdb-q1",
    "faults --fault resource, resourcemanager"
  })
  void completesCommandsOptionsAndNames(String begun, String whole) throws IOException {
    String script =
        """
        source <(bin/loadpath completion)
        COMP_WORDS=(bin/loadpath %s)
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _complete_loadpath
        echo "${COMPREPLY[@]}"
        """;
    Program.Outcome outcome =
        Program.in(Program.ROOT, "bash", "-c", script.formatted(begun))
            .set("LOADPATH_BUILD", "never")
            .run()
            .ok();

    assertThat(outcome.out().strip()).isEqualTo(whole);
  }
}
