package io.loadpath.engines.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DatabaseVariablesTest {
  @Test
  void passwordAndServerOfTheCallerAreRemoved() {
    Map<String, String> environment =
        new HashMap<>(
            Map.of("PGPASSWORD", "secret", "PGHOST", "db", "PATH", "/bin", "PGP_KEY", "k"));

    DatabaseVariables.remove(environment);

    assertThat(environment).containsOnlyKeys("PATH", "PGP_KEY");
  }
}
