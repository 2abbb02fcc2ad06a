package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.rows.Column;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The PostgreSQL scripts' columns are those of the dataset; all else is shown by running them. */
class PostgresScriptsTest {

  @Test
  void haveTheColumnsOfTheDatasets() throws IOException {
    assertThat(definitions("tables/all-card-trans.sql")).isEqualTo(columns(Table.ALL_CARD_TRANS));
    assertThat(definitions("tables/lineitem.sql")).isEqualTo(columns(Table.LINEITEM));
  }

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

  private static List<String> columns(Table dataset) {
    return dataset.columns().stream().map(PostgresScriptsTest::definition).toList();
  }

  private static String definition(Column column) {
    String type =
        switch (column.type().kind()) {
          case TEXT -> "varchar(" + column.type().size() + ")";
          case INTEGER -> column.type().size() > 9 ? "bigint" : "integer";
          case DATE -> "date";
          case DECIMAL -> "numeric(" + column.type().size() + ", " + column.type().places() + ")";
          default -> throw new IllegalArgumentException("not in these tables: " + column);
        };
    return column.name() + " " + type + (column.nullable() ? "" : " NOT NULL");
  }

  private static List<String> definitions(String script) throws IOException {
    String text = Files.readString(Path.of("../postgres", script));
    return SqlPlusScript.definitions(SqlPlusScript.inParentheses(text, "CREATE TABLE"));
  }
}
