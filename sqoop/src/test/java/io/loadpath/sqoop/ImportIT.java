package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Imports through the connector, from the bundled server into files. */
class ImportIT extends ImportFixture {
  @Test
  void importsATableWithoutStatisticsInEvenSharesOfItsBlocks() throws Exception {
    sql("CREATE TABLE imports.t AS SELECT n FROM generate_series(1, 200000) n");

    SqoopJob job = imports("--table t --num-mappers 3").ok();

    Map<String, String> files = SqoopJob.files(target);
    assertThat(files).containsOnlyKeys("part-m-00000", "part-m-00001", "part-m-00002");
    assertThat(files.values())
        .allSatisfy(text -> assertThat(text.lines().count()).isBetween(60_000L, 70_000L));
    assertThat(SqoopJob.rows(target)).isEqualTo(numbers(1, 200_000));
    assertThat(job.log())
        .contains("Retrieved 200000 records.")
        .doesNotContain("Beginning code generation", "WARN ImportJob");
  }

  @Test
  void allMappersSeeOnePictureWhileOthersWrite() throws Exception {
    sql("CREATE TABLE imports.t AS SELECT n FROM generate_series(1, 5000) n");

    SqoopJob job =
        SqoopJob.imports(
            target,
            with("--table t --num-mappers 4"),
            () ->
                sql(
                    """
                    UPDATE imports.t SET n = n + 100000 WHERE n % 2 = 0;
                    DELETE FROM imports.t WHERE n % 3 = 0;
                    INSERT INTO imports.t SELECT generate_series(200000, 220000);
                    """));

    job.ok();
    assertThat(SqoopJob.rows(target)).isEqualTo(numbers(1, 5000));
    assertThat(SqoopJob.files(target)).hasSize(4);
  }

  @Test
  void importsTheLeavesOfAPartitionedTableInEvenShares() throws Exception {
    sql(
        """
        CREATE TABLE imports.t (n int, kind text) PARTITION BY LIST (kind);
        CREATE TABLE imports.big PARTITION OF imports.t FOR VALUES IN ('big');
        CREATE TABLE imports.none PARTITION OF imports.t FOR VALUES IN ('none');
        CREATE TABLE imports.rest (kind text, n int) PARTITION BY RANGE (n);
        CREATE TABLE imports.low PARTITION OF imports.rest FOR VALUES FROM (0) TO (5000);
        CREATE TABLE imports."Hi ""gh" PARTITION OF imports.rest FOR VALUES FROM (5000) TO (90000);
        ALTER TABLE imports.t ATTACH PARTITION imports.rest DEFAULT;
        INSERT INTO imports.t SELECT n, CASE WHEN n > 10000 THEN 'big' ELSE 'small' END
          FROM generate_series(1, 60000) n;
        """);

    SqoopJob job = imports("--table t --num-mappers 2 --columns n").ok();

    assertThat(SqoopJob.rows(target)).isEqualTo(numbers(1, 60_000));
    assertThat(SqoopJob.files(target).values())
        .hasSize(2)
        .allSatisfy(text -> assertThat(text.lines().count()).isBetween(22_000L, 38_000L));
    assertThat(job.log())
        .contains("FROM ONLY imports.big AS \"t\"", "FROM ONLY imports.\"Hi \"\"gh\"")
        .doesNotContain("ONLY imports.none");
  }

  @Test
  void readsPartitionsThroughTheirTableForARoleWithoutRightsOnThem() throws Exception {
    sql(
        """
        CREATE TABLE imports.t (n int) PARTITION BY RANGE (n);
        CREATE TABLE imports.low PARTITION OF imports.t FOR VALUES FROM (0) TO (20000);
        CREATE TABLE imports.high PARTITION OF imports.t FOR VALUES FROM (20000) TO (90000);
        INSERT INTO imports.t SELECT generate_series(1, 60000);
        """);

    SqoopJob job = asReader("GRANT SELECT ON imports.t TO reader").ok();

    assertThat(SqoopJob.rows(target)).isEqualTo(numbers(1, 60_000));
    assertThat(SqoopJob.files(target).values())
        .hasSize(2)
        .allSatisfy(text -> assertThat(text.lines().count()).isBetween(22_000L, 38_000L));
    assertThat(job.log()).contains("Reading the 2 parts of \"imports\".\"t\" through it");

    target = target.resolveSibling("columns");
    job = asReader("GRANT SELECT (n) ON imports.t TO reader").ok();
    assertThat(SqoopJob.rows(target)).isEqualTo(numbers(1, 60_000));
    assertThat(job.log()).contains("because this role has rights only on single columns");
  }

  @Test
  void rowLevelSecurityHoldsForEachPartition() throws Exception {
    sql(
        """
        CREATE TABLE imports.t (n int) PARTITION BY RANGE (n);
        CREATE TABLE imports.low PARTITION OF imports.t FOR VALUES FROM (0) TO (20000);
        CREATE TABLE imports.high PARTITION OF imports.t FOR VALUES FROM (20000) TO (90000);
        INSERT INTO imports.t SELECT generate_series(1, 60000);
        ALTER TABLE imports.t ENABLE ROW LEVEL SECURITY;
        CREATE POLICY even ON imports.t USING (n % 2 = 0);
        """);
    String rights = "GRANT SELECT ON imports.t, imports.low, imports.high TO reader";

    asReader(rights).ok();

    assertThat(SqoopJob.rows(target)).hasSize(30_000).allMatch(n -> Long.parseLong(n) % 2 == 0);
  }

  @Test
  void readsAForeignPartitionWhole() throws Exception {
    Path file = Files.writeString(target.resolveSibling("rows"), "7\n8\n");
    sql(
        """
        CREATE EXTENSION file_fdw SCHEMA imports;
        CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
        CREATE TABLE imports.t (n int) PARTITION BY RANGE (n);
        CREATE TABLE imports.high PARTITION OF imports.t FOR VALUES FROM (10) TO (90000);
        CREATE FOREIGN TABLE imports.low PARTITION OF imports.t FOR VALUES FROM (0) TO (10)
          SERVER files OPTIONS (filename '%s');
        INSERT INTO imports.t SELECT generate_series(10, 60000);
        """
            .formatted(file));

    imports("--table t --num-mappers 3").ok();
    assertThat(SqoopJob.rows(target)).isEqualTo(numbers(7, 60_000, 9));
    assertThat(SqoopJob.files(target)).hasSize(3);

    target = target.resolveSibling("alone");
    SqoopJob alone = imports("--table low --num-mappers 3").ok();
    assertThat(SqoopJob.rows(target)).containsExactly("7", "8");
    assertThat(alone.log()).contains("because it is a foreign table");
  }

  @Test
  void importsOldStyleChildrenButNoTemporaryOneOfAnotherSession() throws Exception {
    sql(
        """
        CREATE TABLE imports.t (a int, b int);
        CREATE TABLE imports.child (c text) INHERITS (imports.t);
        INSERT INTO imports.t VALUES (1, 2);
        INSERT INTO imports.child VALUES (3, 4, 'x');
        """);
    try (Connection other = Database.open();
        Statement statement = other.createStatement()) {
      statement.execute(
          "CREATE TEMP TABLE child () INHERITS (imports.t); INSERT INTO child VALUES (5, 6)");

      imports("--table t --num-mappers 2").ok();
    }

    assertThat(SqoopJob.rows(target)).containsExactly("1,2", "3,4");
  }

  @Test
  void aViewGoesThroughOneMapperAndBySplitColumnThroughMore() throws Exception {
    sql("CREATE VIEW imports.v AS SELECT n, n % 7 AS k FROM generate_series(1, 1000) n");

    SqoopJob one = imports("--table v --num-mappers 3 --columns n").ok();
    assertThat(SqoopJob.rows(target)).isEqualTo(numbers(1, 1000));
    assertThat(SqoopJob.files(target)).hasSize(1);
    assertThat(one.log()).contains("cannot be divided by its blocks, because it is not a table");

    target = target.resolveSibling("split");
    imports("--table v --num-mappers 3 --columns n --split-by n").ok();
    assertThat(SqoopJob.rows(target)).isEqualTo(numbers(1, 1000));
    assertThat(SqoopJob.files(target)).hasSize(3);
  }

  @Test
  void importsAMaterializedViewByBlocks() throws Exception {
    sql("CREATE MATERIALIZED VIEW imports.v AS SELECT generate_series(1, 50000) AS n");

    imports("--table v --num-mappers 2 --where", "n > 10 -- and so on").ok();

    assertThat(SqoopJob.rows(target)).isEqualTo(numbers(11, 50_000));
    assertThat(SqoopJob.files(target)).hasSize(2);
  }

  @Test
  void importsNoRowsAndOneRow() throws Exception {
    sql("CREATE TABLE imports.t (n int)");
    imports("--table t --num-mappers 4").ok();
    assertThat(SqoopJob.files(target)).containsExactly(Map.entry("part-m-00000", ""));

    sql("INSERT INTO imports.t VALUES (1)");
    imports("--table t --num-mappers 4 --delete-target-dir").ok();
    assertThat(SqoopJob.rows(target)).containsExactly("1");
  }

  @Test
  void importsNamesWithQuotesAndCapitals() throws Exception {
    sql(
        """
        CREATE TABLE imports."Odd ""Table" ("Wrong "" Name" int, "SELECT" bool, other text);
        INSERT INTO imports."Odd ""Table" VALUES (1, true, 'x'), (NULL, false, NULL);
        """);
    String columns = "SELECT,Wrong \" Name";
    String where = "\"Odd \"\"Table\".\"SELECT\" IS NOT NULL";

    imports("--table", "Odd \"Table", "-m 2 --columns", columns, "--where", where).ok();
    assertThat(SqoopJob.rows(target)).containsExactly("false,null", "true,1");

    String[] split = {"--table", "Odd \"Table", "-m 2 --split-by", "Wrong \" Name"};
    imports(join(split, "--columns", columns, "--delete-target-dir")).ok();
    assertThat(SqoopJob.rows(target)).containsExactly("false,null", "true,1");
  }

  @Test
  void writesNullMarkersByTypeOfColumn() throws Exception {
    sql(
        """
        CREATE TABLE imports.t (n int, v varchar, j jsonb, b bool, d date);
        INSERT INTO imports.t VALUES (NULL, NULL, NULL, NULL, NULL), (1, '\\N', '{"a": "\\\\"}', false,
          '2009-09-14');
        """);

    imports("--table t -m 1").ok();
    assertThat(SqoopJob.rows(target))
        .containsExactly("1,\\N,{\"a\": \"\\\\\"},false,2009-09-14", "null,null,null,null,null");

    imports("--table t -m 1 --null-string \\\\N --null-non-string - --delete-target-dir").ok();
    assertThat(SqoopJob.rows(target)).contains("-,\\N,\\N,-,-");
  }

  @Test
  void importsAQueryAlsoByRangesOfAColumnWithNulls() throws Exception {
    sql(
        """
        CREATE TABLE imports.t AS
        SELECT nullif(n, 17) AS n, n % 2 = 0 AS even FROM generate_series(1, 100) n;
        """);
    String query = "SELECT t.n, even, even FROM imports.t WHERE $CONDITIONS ORDER BY 1;";

    imports("--query", query, "-m 1").ok();
    List<String> expected = SqoopJob.rows(target);
    assertThat(expected).hasSize(100).contains("1,false,false", "2,true,true", "null,false,false");

    SqoopJob split = imports("--query", query, "-m 3 --split-by t.n --delete-target-dir").ok();
    assertThat(SqoopJob.rows(target)).isEqualTo(expected);
    assertThat(SqoopJob.files(target)).as(split.log()).hasSize(3);

    String bounds = "SELECT 10, 20";
    String[] bounded = {"--query", query, "-m 2 --split-by n --boundary-query", bounds};
    imports(join(bounded, "--delete-target-dir")).ok();
    assertThat(SqoopJob.rows(target)).hasSize(10);

    assertThat(imports("--query", "SELECT 1", "-m 1 --delete-target-dir").failed().log())
        .contains("the query has no $CONDITIONS");
  }

  @Test
  void compressesAppendsAndKeepsAnExistingFolder() throws Exception {
    sql("CREATE TABLE imports.t AS SELECT generate_series(1, 1000) AS n");
    imports("--table t -m 1 --compress --fields-terminated-by \\t").ok();
    try (InputStream in = Files.newInputStream(target.resolve("part-m-00000.gz"))) {
      assertThat(new String(new GZIPInputStream(in).readAllBytes(), StandardCharsets.UTF_8))
          .hasLineCount(1000);
    }

    imports("--compression-codec zstd --delete-target-dir --table t -m 1").ok();
    try (InputStream in =
        new ZstdInputStream(Files.newInputStream(target.resolve("part-m-00000.zst")))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).hasLineCount(1000);
    }

    assertThat(imports("--table t -m 1").failed().log()).contains("already exists");

    imports("--table t -m 1 --append --where", "n = 7").ok();
    assertThat(Files.readString(target.resolve("part-m-00001"))).isEqualTo("7\n");

    String warehouse = target.getParent().toString();
    SqoopJob.imports(null, with("--table t -m 1 --warehouse-dir", warehouse)).ok();
    assertThat(SqoopJob.rows(target.resolveSibling("t"))).isEqualTo(numbers(1, 1000));
  }

  @Test
  void importsOnlyNewRowsIncrementally() throws Exception {
    sql("CREATE TABLE imports.t AS SELECT generate_series(1, 1000) AS n");
    String after = "--table t -m 2 --incremental append --check-column n --last-value ";

    SqoopJob first = imports(after + "990").ok();
    sql("INSERT INTO imports.t VALUES (1001)");
    imports(after + "1000").ok();

    assertThat(SqoopJob.rows(target)).isEqualTo(numbers(991, 1001));
    assertThat(first.log()).contains("--last-value 1000");
  }

  /** Older servers read all blocks for each range. */
  @Test
  void saysThatAServerDoesNotFindARangeOfBlocks() throws Exception {
    sql("CREATE TABLE imports.t AS SELECT generate_series(1, 5000) AS n");

    SqoopJob job =
        imports(
                "-Dloadpath.session.statements=SET enable_tidscan = off",
                "--table t -m 2 --fetch-size 77 --split-limit 10")
            .ok();

    assertThat(SqoopJob.rows(target)).isEqualTo(numbers(1, 5000));
    assertThat(job.log())
        .contains(
            "each mapper reads the whole of",
            "--fetch-size has no effect",
            "--split-limit without --split-by has no effect");
  }

  /** Imports as a role that has only these rights. */
  private SqoopJob asReader(String rights) throws Exception {
    sql(
        "CREATE ROLE reader LOGIN PASSWORD 'reader'; GRANT USAGE ON SCHEMA imports TO reader; "
            + rights);
    try {
      return SqoopJob.imports(target, with("--username reader --password reader --table t -m 2"));
    } finally {
      sql("DROP OWNED BY reader; DROP ROLE reader");
    }
  }

  /** The numbers of a range as text, sorted as text, without those left out. */
  private static List<String> numbers(int from, int to, Integer... without) {
    return IntStream.rangeClosed(from, to)
        .boxed()
        .filter(n -> !Arrays.asList(without).contains(n))
        .map(String::valueOf)
        .sorted()
        .toList();
  }
}
