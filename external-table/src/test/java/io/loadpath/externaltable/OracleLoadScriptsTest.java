package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.Progress;
import io.loadpath.rows.Column;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the scripts for Oracle make, load, verify and grant, checked without an Oracle. */
class OracleLoadScriptsTest {
  private static final Path FOLDER = Path.of("oracle");

  @Test
  void grantExecuteAloneOnThePreprocessorsFolder() throws IOException {
    assertThat(script("01-directories.sql").statements())
        .filteredOn(statement -> statement.startsWith("GRANT"))
        .containsExactlyInAnyOrder(
            "GRANT READ ON DIRECTORY &data_dir TO &owner",
            "GRANT EXECUTE ON DIRECTORY &exec_dir TO &owner",
            "GRANT READ, WRITE ON DIRECTORY &log_dir TO &owner");
  }

  @Test
  void writeNothingIntoThePreprocessorsFolder() throws IOException {
    String table = script("02-external-table.sql").statements().get(0);

    assertThat(table.split("&exec_dir", -1)).as("&exec_dir is used once").hasSize(2);
    assertThat(table)
        .contains("PREPROCESSOR &exec_dir:'&preprocessor'")
        .contains("DEFAULT DIRECTORY &data_dir")
        .contains("BADFILE &log_dir:'&external_table._%p_%a.bad'")
        .contains("DISCARDFILE &log_dir:'&external_table._%p_%a.dsc'")
        .contains("LOGFILE &log_dir:'&external_table._%p_%a.log'");
  }

  /** Every row has a partition, every partition rows, and the subpartitions are about equal. */
  @Test
  void partitionByBoundsThatFitTheDataset(@TempDir Path folder) throws IOException {
    String target = script("03-target-partitioned.sql").statements().get(0);
    List<String> dates = bounds(target, "\\bPARTITION q\\w+ VALUES LESS THAN \\(DATE '([^']+)'\\)");
    List<String> cards = bounds(target, "SUBPARTITION range_\\d VALUES LESS THAN \\('(\\d+)'\\)");
    assertThat(dates).hasSize(12).isSorted().doesNotHaveDuplicates();
    assertThat(cards).hasSize(3).isSorted().doesNotHaveDuplicates();
    assertThat(target).contains("SUBPARTITION range_4 VALUES LESS THAN (MAXVALUE)");

    int rows = 20_000;
    Dataset.allCardTrans(rows, 1, Codec.NONE).prepare(folder.resolve("data"), Progress.silent());
    int[] byDate = new int[dates.size()];
    int[] byCard = new int[cards.size() + 1];
    for (String line : Files.readAllLines(folder.resolve("data/part-00000.tbl"))) {
      String[] fields = line.split("\\|");
      String[] date = fields[4].split("/");
      byDate[partition(dates, date[2] + "-" + date[0] + "-" + date[1])]++;
      byCard[partition(cards, fields[0])]++;
    }

    assertThat(byDate).doesNotContain(0);
    for (int rowsOfSubpartition : byCard) {
      assertThat(rowsOfSubpartition / (double) rows).isBetween(0.2, 0.3);
    }
    // the partitions end with the data: the first day after the last bound has no rows
    assertThat(LocalDate.parse(dates.get(11))).isEqualTo("2010-01-01");
  }

  private static List<String> bounds(String statement, String pattern) {
    return Pattern.compile(pattern).matcher(statement).results().map(m -> m.group(1)).toList();
  }

  /** The number of bounds that the value is not below. */
  private static int partition(List<String> bounds, String value) {
    return (int) bounds.stream().filter(bound -> bound.compareTo(value) <= 0).count();
  }

  @Test
  void insertEachColumnIntoItsOwnAndCommit() throws IOException {
    String names =
        Table.ALL_CARD_TRANS.columns().stream().map(Column::name).collect(Collectors.joining(","));
    List<String> statements = script("04-load.sql").statements();
    assertThat(statements)
        .extracting(statement -> statement.split("\\s", 2)[0])
        .containsExactly("ALTER", "ALTER", "ALTER", "INSERT", "COMMIT");
    String insert = statements.get(3);
    String target = SqlPlusScript.inParentheses(insert, " t (");
    String source = insert.replaceAll("(?s).*SELECT /\\*.*?\\*/(.*)FROM.*", "$1");

    assertThat(target.replaceAll("\\s", "")).isEqualTo(names);
    assertThat(source.replaceAll("\\s|f\\.", "")).isEqualTo(names);
    assertThat(statements).contains("ALTER SESSION ENABLE PARALLEL DML");
    assertThat(insert).contains("/*+ APPEND PARALLEL(t, &dop) ", "PARALLEL(f, &dop)");
  }

  /** Only several sessions may say parallel, and not in every edition. */
  @ParameterizedTest
  @CsvSource({"direct, true", "conventional, false"})
  void haveParametersOfSqlLoaderThatRejectNoRowAndHoldNoPassword(String way, boolean direct)
      throws IOException {
    assertThat(Files.readAllLines(FOLDER.resolve("sqlldr-" + way + ".par")))
        .contains("control=all-card-trans.ctl", "direct=" + direct, "errors=0")
        .noneMatch(line -> line.startsWith("parallel=") || line.startsWith("userid"));
    assertThat(Files.readString(FOLDER.resolve("all-card-trans.ctl")))
        .as("a row with too few fields is rejected, and no example has a password")
        .doesNotContain("NULLCOLS")
        .doesNotContainPattern("sqlldr \\w+/\\w");
  }

  private static SqlPlusScript script(String name) throws IOException {
    return SqlPlusScript.read(FOLDER.resolve(name));
  }
}
