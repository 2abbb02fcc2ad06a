package io.loadpath.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** bin/loadpath in the locales of others. */
@Timeout(120)
class LocaleIT {
  @TempDir private Path folder;

  private Program bash(String script) {
    return Program.in(folder, "/bin/bash", "-euc", script, Program.ROOT + "/bin/loadpath")
        .set("LOADPATH_STATE", folder.resolve("state"))
        .set("LOADPATH_BUILD", "never");
  }

  @Test
  void aLanguageWithOtherDigitsDoesNotReachTheScripts() throws IOException {
    Files.writeString(
        folder.resolve("sales.yaml"),
        """
        table: sales
        files: [sales.csv]
        format: {delimiter: ','}
        columns:
          - {name: price, type: 'decimal(15, 2)'}
        """);

    bash("\"$0\" scripts sales.yaml --for postgres --out scripts")
        .set("JAVA_TOOL_OPTIONS", "-Duser.language=fa")
        .run()
        .ok();

    Path table = folder.resolve("scripts/postgres/tables/sales.sql");
    assertThat(Files.readString(table, US_ASCII)).contains("numeric(15, 2)");
  }

  /** The name is made by the shell, because this JVM may have no UTF-8 either. */
  @Test
  void aNameWithAnUmlautIsReadWithoutALocale() {
    String script =
        """
        export LC_ALL=C
        file=$'verk\\xc3\\xa4ufe'
        printf 'id,city\\n1,Bern\\n' >"$file.csv"
        "$0" describe "$file.csv"
        cat verk-ufe.yaml
        """;

    assertThat(bash(script).run().ok().out()).contains("city");
  }
}
