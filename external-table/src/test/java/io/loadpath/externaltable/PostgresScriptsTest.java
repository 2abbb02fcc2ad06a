package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the PostgreSQL scripts keep to under psql; all else is shown by running them. */
class PostgresScriptsTest {

  @Test
  void stopAtTheFirstErrorUnderPsqlTooAndNameTheirCommand() throws IOException {
    for (String folder : List.of("postgres", "../postgres/sql", "../postgres/tables")) {
      for (Path script : scripts(folder)) {
        assertThat(Files.readString(script))
            .as(script.toString())
            .contains("\\set ON_ERROR_STOP on\n")
            .containsPattern("(-f |\\\\i |--before )" + script.getFileName());
      }
    }
  }

  @Test
  void includeEachFileOfFunctions() throws IOException {
    Path functions = Path.of("../postgres/sql/functions.sql");
    assertThat(Files.readAllLines(functions).stream().filter(line -> line.startsWith("\\ir ")))
        .containsExactlyInAnyOrderElementsOf(
            scripts("../postgres/sql/functions").stream()
                .map(script -> "\\ir functions/" + script.getFileName())
                .toList());
  }

  private static List<Path> scripts(String folder) throws IOException {
    try (Stream<Path> files = Files.list(Path.of(folder))) {
      return files.filter(file -> file.toString().endsWith(".sql")).toList();
    }
  }
}
