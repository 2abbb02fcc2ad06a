package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Imports that are divided by ranges of a column. */
class ImportRangesIT extends ImportFixture {
  @BeforeEach
  void makeTable() {
    sql("CREATE TABLE imports.t AS SELECT generate_series(1, 100) AS n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "float8  | (0)                                  | 3",
        "float8  | (0), (NULL)                          | 3",
        "float8  | ('NaN'), (NULL)                      | 1",
        "float8  | ('Infinity'), ('-Infinity'), (NULL)  | 1",
        "real    | (0), (NULL), (0.1)                   | 3",
        "numeric | (0), (NULL)                          | 3",
        "date    | ('2020-01-01'), (NULL), ('2024-2-29')| 3",
        "bigint  | (-9000000000), (NULL)                | 3",
      })
  void eachRowIsInOneRange(String type, String values, int ranges) throws Exception {
    String tenths = type.equals("date") ? "DATE '2021-01-01' + n" : "n / 10.0";
    sql("CREATE TABLE imports.v (c %s)".formatted(type));
    sql("INSERT INTO imports.v SELECT %s FROM imports.t".formatted(tenths));
    sql("INSERT INTO imports.v VALUES " + values);

    SqoopJob job = imports("--table v -m 3 --split-by c").ok();

    String all = sql("SELECT string_agg(coalesce(c::text, 'null'), ' ') FROM imports.v");
    assertThat(SqoopJob.rows(target))
        .as(job.log())
        .containsExactlyInAnyOrder(all.strip().split(" "));
    assertThat(SqoopJob.files(target)).hasSize(ranges);
  }

  @Test
  void allNullsAreInOneRange() throws Exception {
    sql("CREATE TABLE imports.v (c float8); INSERT INTO imports.v VALUES (NULL), (NULL)");

    imports("--table v -m 3 --split-by c").ok();

    assertThat(SqoopJob.rows(target)).containsExactly("null", "null");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "float8 | SELECT 0.1::float8, 9.9::float8 | 99",
        "real   | SELECT 0.1::real, 9.9::real     | 99",
        "real   | SELECT 0.1::real, 'NaN'::real   | 100",
        "real   | SELECT 0::real, 0::real         | 1",
      })
  void rowsOnAndBetweenTheUsersBoundsAreInOneRange(String type, String bounds, int rows)
      throws Exception {
    sql("CREATE TABLE imports.v (c %s)".formatted(type));
    sql("INSERT INTO imports.v SELECT n / 10.0 FROM imports.t");
    sql("INSERT INTO imports.v VALUES (NULL), (0)");

    imports("--table v -m 3 --split-by c --boundary-query", bounds).ok();

    assertThat(SqoopJob.rows(target)).hasSize(rows);
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void refusesRangesOfText(String allowed) throws Exception {
    sql("CREATE TABLE imports.v AS SELECT unnest(ARRAY['a', 'B', 'it''s', 'Z']) AS c");
    String allow = "-Dorg.apache.sqoop.splitter.allow_text_splitter=" + allowed;

    SqoopJob job = imports(allow, "--table v -m 2 --split-by c").failed();

    assertThat(job.log())
        .contains("\"c\" holds text, which is not divided into ranges")
        .doesNotContain("MapTask");
  }

  @Test
  void takesABoundaryQueryWithOneMapper() throws Exception {
    imports("--split-by n --boundary-query", "SELECT 10, 20", "--table t -m 1").ok();

    assertThat(SqoopJob.rows(target)).hasSize(11);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--table t -m 2",
        "--table t -m 1",
        "--query SELECT~n~FROM~imports.t~WHERE~$CONDITIONS -m 1",
      })
  void refusesABoundaryQueryWithoutAColumn(String arguments) throws Exception {
    List<String> all = new ArrayList<>();
    for (String argument : arguments.split(" ")) {
      all.add(argument.replace('~', ' '));
    }
    all.addAll(List.of("--boundary-query", "SELECT 10, 20"));

    assertThat(imports(all.toArray(String[]::new)).failed().log())
        .contains("--boundary-query needs --split-by");
    assertThat(target).doesNotExist();
  }

  @Test
  void limitsTheSizeOfARange() throws Exception {
    imports("--split-by n --split-limit 10 --table t -m 2").ok();

    assertThat(SqoopJob.rows(target)).hasSize(100);
    assertThat(SqoopJob.files(target).values())
        .allSatisfy(text -> assertThat(text.lines().count()).isBetween(1L, 11L));
  }

  @Test
  void keepsFilesUntilTheTableAndItsColumnsAreKnown() throws Exception {
    Path old = Files.writeString(Files.createDirectories(target).resolve("part-m-00000"), "old\n");

    imports("--table none -m 2 --delete-target-dir").failed();
    imports("--table t --columns none -m 2 --delete-target-dir").failed();
    assertThat(old).hasContent("old");

    imports("--table t -m 1 --where", "n = 7", "--delete-target-dir").ok();
    assertThat(SqoopJob.rows(target)).containsExactly("7");
  }
}
