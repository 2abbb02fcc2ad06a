package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.rows.Column;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks SQL*Loader's control and parameter files without an Oracle. */
class SqlLoaderFilesTest {
  private static final Path FOLDER = Path.of("oracle");
  private static final String CONTROL_FILE = "all-card-trans.ctl";

  @Test
  void theControlFileHasTheFieldsOfTheDataset() throws IOException {
    assertThat(SqlPlusScript.definitions(SqlPlusScript.inParentheses(statement(), "FIELDS")))
        .isEqualTo(Table.ALL_CARD_TRANS.columns().stream().map(SqlLoaderFilesTest::field).toList());
  }

  /** The order in which Oracle Database Utilities gives the clauses. */
  @Test
  void theControlFileHasItsClausesInOrder() throws IOException {
    assertThat(statement().lines().limit(6))
        .containsExactly(
            "LOAD DATA",
            "CHARACTERSET AL32UTF8 LENGTH SEMANTICS CHARACTER",
            "APPEND",
            "INTO TABLE all_card_trans",
            "FIELDS TERMINATED BY '|'",
            "(");
    assertThat(statement()).as("a row with too few fields is rejected").doesNotContain("NULLCOLS");
  }

  @Test
  void eachWayHasAParameterFileForTheControlFile() throws IOException {
    assertThat(Files.readAllLines(FOLDER.resolve("sqlldr-direct.par")))
        .contains("control=" + CONTROL_FILE, "direct=true", "errors=0")
        .as("only several sessions may say so, and not in every edition")
        .noneMatch(line -> line.startsWith("parallel="));
    assertThat(Files.readAllLines(FOLDER.resolve("sqlldr-conventional.par")))
        .contains("control=" + CONTROL_FILE, "direct=false", "errors=0")
        .as("parallel is for direct path only, date_cache too")
        .noneMatch(line -> line.startsWith("parallel=") || line.startsWith("date_cache="));
  }

  @Test
  void noPasswordIsInAFileNorOnACommandLine() throws IOException {
    for (String name : List.of(CONTROL_FILE, "sqlldr-direct.par", "sqlldr-conventional.par")) {
      assertThat(Files.readString(FOLDER.resolve(name)))
          .doesNotContainPattern("(?i)userid|sqlldr \\w+/\\w");
    }
  }

  private static String statement() throws IOException {
    String file = Files.readString(FOLDER.resolve(CONTROL_FILE));
    return file.substring(file.indexOf("LOAD DATA"));
  }

  /** A number's field has a character for its sign. A field without characters is NULL. */
  private static String field(Column column) {
    return switch (column.type().kind()) {
      case DATE -> column.name() + " DATE(10) \"MM/DD/YYYY\"";
      case INTEGER -> column.name() + " CHAR(" + (column.type().size() + 1) + ")";
      default -> column.name() + " CHAR(" + column.type().size() + ")";
    };
  }
}
