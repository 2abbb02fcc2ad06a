package io.loadpath.sqoop;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Imports with {@code --direct} that need Sqoop's record class, which Sqoop compiles. */
@ExtendWith(DriverPassword.class)
class ImportRecordIT extends ImportFixture {
  private static final String SAID =
      "rows come one by one through JDBC, as without --direct. Ignore Sqoop's advice to use --direct";

  @BeforeEach
  void makeTable() {
    sql(
        """
        CREATE TABLE imports.t (id int PRIMARY KEY, changed timestamp, v text);
        INSERT INTO imports.t VALUES (1, '2020-01-01', 'a'), (2, '2020-01-02', NULL);
        """);
  }

  @Test
  void writesSequenceFiles() throws Exception {
    SqoopJob job = imports("--as-sequencefile").ok();

    assertThat(job.log())
        .contains("--as-sequencefile needs Sqoop's record class: " + SAID, "Retrieved 2 records.");
    assertThat(target.resolve("part-m-00000")).content(ISO_8859_1).startsWith("SEQ");
  }

  @Test
  void mergesChangedRows() throws Exception {
    String[] increment = {"--incremental lastmodified --check-column changed --merge-key id"};
    SqoopJob first = imports(increment).ok();
    assertThat(first.log()).contains("--merge-key needs Sqoop's record class: " + SAID);
    sql("UPDATE imports.t SET changed = '2021-01-01', v = 'b' WHERE id = 2");
    sql("INSERT INTO imports.t VALUES (3, '2021-01-02', 'c')");

    imports(join(increment, "--last-value 2020-06-01")).ok();

    assertThat(SqoopJob.rows(target))
        .containsExactly(
            "1,2020-01-01 00:00:00.0,a", "2,2021-01-01 00:00:00.0,b", "3,2021-01-02 00:00:00.0,c");
  }

  @Test
  void leavesNoFilesIfAMapperFails() throws Exception {
    String[] ranges = {"-m 2 --split-by id --boundary-query", "SELECT 1, 2"};

    SqoopJob job = imports(join(ranges, "--as-sequencefile --where", "1 / (id - 2) < 9")).failed();

    assertThat(job.log()).contains("division by zero");
    assertThat(target).isEmptyDirectory();
  }

  @Override
  SqoopJob imports(String... arguments) throws Exception {
    String code = Database.server().newFolder().toString();
    String hadoop = Program.ROOT.resolve("engines/hadoop/target/lib").toString();
    return super.imports(
        join(
            join(arguments, "--table t -m 1"),
            "--outdir",
            code,
            "--bindir",
            code,
            "--hadoop-mapred-home",
            hadoop));
  }
}
