package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.Column;
import io.loadpath.datasets.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The PostgreSQL scripts' columns are those of the dataset; all else is shown by running them. */
class PostgresScriptsTest {

  @Test
  void readTheColumnsOfTheDatasetAndWhatFollowsTheLastDelimiter() throws IOException {
    List<String> columns = definitions("02-external-tables.sql", "CREATE FOREIGN TABLE");

    assertThat(columns.subList(0, columns.size() - 1)).isEqualTo(columns());
    assertThat(columns.get(columns.size() - 1)).isEqualTo("after_last_delimiter nothing");
  }

  @Test
  void makeATargetWithTheColumnsOfTheDataset() throws IOException {
    assertThat(definitions("03-target.sql", "CREATE TABLE")).isEqualTo(columns());
  }

  @Test
  void haveTheColumnsOfLineitem() throws IOException {
    List<String> columns =
        Table.LINEITEM.columns().stream().map(PostgresScriptsTest::definition).toList();

    assertThat(definitions("11-lineitem-external-tables.sql", "CREATE TABLE")).isEqualTo(columns);
    List<String> table = definitions("12-lineitem-table.sql", "CREATE TABLE");
    assertThat(table.subList(0, table.size() - 1)).isEqualTo(columns);
    assertThat(table.get(table.size() - 1)).isEqualTo("after_last_delimiter text");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01-server.sql",
        "02-external-tables.sql",
        "03-target.sql",
        "04-functions.sql",
        "05-staging.sql",
        "06-load.sql",
        "07-attach.sql",
        "08-verify.sql",
        "09-teardown.sql",
        "10-bare.sql",
        "11-lineitem-external-tables.sql",
        "12-lineitem-table.sql",
        "13-q1.sql"
      })
  void stopAtTheFirstErrorUnderPsqlToo(String script) throws IOException {
    assertThat(text(script)).contains("\\set ON_ERROR_STOP on\n").contains("-f " + script);
  }

  private static List<String> columns() {
    return Table.ALL_CARD_TRANS.columns().stream().map(PostgresScriptsTest::definition).toList();
  }

  private static String definition(Column column) {
    String type =
        switch (column.kind()) {
          case TEXT -> "varchar(" + column.size() + ")";
          case INTEGER -> column.size() > 10 ? "bigint" : "integer";
          case DATE -> "date";
          case DECIMAL -> "numeric(" + column.size() + ", " + Column.DECIMAL_PLACES + ")";
        };
    return column.name() + " " + type + (column.nullable() ? "" : " NOT NULL");
  }

  private static List<String> definitions(String script, String statement) throws IOException {
    return SqlPlusScript.definitions(SqlPlusScript.inParentheses(text(script), statement));
  }

  private static String text(String script) throws IOException {
    return Files.readString(Path.of("postgres", script));
  }
}
