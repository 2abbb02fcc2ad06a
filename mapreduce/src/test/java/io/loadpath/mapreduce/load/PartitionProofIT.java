package io.loadpath.mapreduce.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.loads.Sql;
import io.loadpath.mapreduce.load.partitions.PartitionRouter;
import io.loadpath.mapreduce.load.partitions.TargetPartitions;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Leaf;
import io.loadpath.mapreduce.load.partitions.TestTarget;
import io.loadpath.rows.ColumnType;
import io.loadpath.rows.RowHash;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server's SQL has the sums of the rows that the mappers made, for each partition. */
@ExtendWith(SharedServer.class)
class PartitionProofIT {
  /** Each type, with values of it that the server keeps, rounds, cuts or pads. */
  private static final List<String> TYPES =
      List.of(
          "INT2 int2 -32768 0 32767",
          "INT4 int4 -2147483648 -1 2147483647",
          "INT8 int8 -9223372036854775808 9223372036854775807",
          "NUMERIC numeric 0 -0.00 1.50 -123456789012345678901234567890.0001 1e30 1e-20 NaN Infinity -Infinity",
          "NUMERIC numeric(10,2) 0 1 -1.5 1.005 -1.005 99.995 9999.995 0.004 -0.004 123456.789 NaN",
          "NUMERIC numeric(20,6) 1 10000.5 0.0001 -0.00000049 99999999999999",
          "NUMERIC numeric(3,-2) 12350 -49 99",
          "NUMERIC numeric(5,0) 0.5 -0.5 1.49 99999",
          "FLOAT4 float4 0 -0 1.1 -3e38 1e-40 NaN Infinity -Infinity",
          "FLOAT8 float8 0 -0 1.1 -1e300 1e-310 NaN Infinity -Infinity",
          "BOOL bool t false",
          "DATE date 2009-02-28 0044-03-15 -infinity infinity 12/31/1999",
          "TIMESTAMP timestamp 1999-12-31T23:59:59.999999 infinity",
          "TIMESTAMP timestamp(0) 1999-12-31T23:59:59.5 2009-01-31T23:59:59.5 -infinity",
          "TIMESTAMP timestamp(3) 1999-12-31T23:59:59.0005 2009-01-31T23:59:59.0004999",
          "TIMESTAMPTZ timestamptz(1) 2009-01-31T23:59:59.05+05:30 1999-01-31T23:59:59.15Z",
          "UUID uuid 80000000-0000-0000-0000-00000000000f",
          "BYTEA bytea \\x \\x00 \\xff00",
          "HEX bytea 00FF ab",
          "TEXT text a ä 😀 a_ __ \\\\N",
          "TEXT varchar a_ ä",
          "TEXT varchar(2) a_ ä____ 😀😀 _",
          "TEXT char(3) a a_ ä_____ _ _a",
          "TEXT bpchar a a__",
          "CHAR \"char\" a ~",
          "NUMERIC price 1 1.005 2.5",
          "TEXT code ab__ ä");

  private static final String DOMAINS =
      """
      DROP DOMAIN IF EXISTS price, code CASCADE;
      DROP DOMAIN IF EXISTS amount CASCADE;
      CREATE DOMAIN amount AS numeric(8,2);
      CREATE DOMAIN price AS amount CHECK (VALUE > 0);
      CREATE DOMAIN code AS varchar(3);
      """;

  private static List<LoadColumn> columns() {
    List<LoadColumn> columns = new ArrayList<>();
    columns.add(new LoadColumn("id", ColumnType.INT4, false));
    for (int i = 0; i < TYPES.size(); i++) {
      String[] words = TYPES.get(i).split(" ");
      columns.add(new LoadColumn("Column \"" + i + "\"", ColumnType.valueOf(words[0]), false));
    }
    return columns;
  }

  private static String ddl() {
    StringBuilder ddl = new StringBuilder(DOMAINS).append("CREATE TABLE t (id int4");
    for (int i = 0; i < TYPES.size(); i++) {
      ddl.append(", \"Column \"\"%d\"\"\" %s".formatted(i, TYPES.get(i).split(" ")[1]));
    }
    return ddl.append(", more text DEFAULT 'made by the server')").toString();
  }

  /** Each row has the next value of each column, and NULL. */
  private static List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < 24; row++) {
      StringBuilder line = new StringBuilder().append(row);
      for (String type : TYPES) {
        String[] words = type.split(" ");
        int value = row % (words.length - 1);
        boolean isNull = value == 0 && !words[0].equals("CHAR");
        line.append('|').append(isNull ? "\\N" : words[1 + Math.max(1, value)].replace('_', ' '));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  private static RowSum sum(PartitionProof proof, List<byte[]> rows) {
    RowHash hash = new RowHash(proof.types());
    return rows.stream()
        .map(row -> new RowSum(1, hash.of(row, 0)))
        .reduce(RowSum.NONE, RowSum::plus);
  }

  private static long oid(TestTarget table) throws Exception {
    return Long.parseLong(Sql.value(table.session, "SELECT 'public.t'::regclass::oid"));
  }

  @Test
  void eachRowOfAllTypesHasTheServersHash() throws Exception {
    try (TestTarget table = new TestTarget("t", ddl())) {
      PartitionProof proof = PartitionProof.read(table.session, oid(table), columns());
      List<String> lines = lines();
      List<byte[]> rows =
          TestTarget.binary(columns().stream().map(LoadColumn::forCopy).toList(), lines);
      table.copy(proof.names(), rows);

      for (int i = 0; i < rows.size(); i++) {
        RowSum stored =
            proof.sum(table.session, "(SELECT * FROM public.t WHERE id = %d) t".formatted(i));
        assertThat(stored).as(lines.get(i)).isEqualTo(sum(proof, rows.subList(i, i + 1)));
      }
      assertThat(proof.sum(table.session, "public.t")).isEqualTo(sum(proof, rows));
    }
  }

  private static final String DAYS =
      """
      CREATE TABLE t (id int4, day date, amount numeric(10,2), city text) PARTITION BY RANGE (day);
      CREATE TABLE t_1 PARTITION OF t FOR VALUES FROM ('2009-01-01') TO ('2009-02-01');
      CREATE TABLE t_2 (city text, amount numeric(10,2), day date, id int4);
      ALTER TABLE t ATTACH PARTITION t_2 FOR VALUES FROM ('2009-02-01') TO ('2009-03-01');
      CREATE TABLE t_3 PARTITION OF t FOR VALUES FROM ('2009-03-01') TO ('2009-04-01')""";

  private static final List<LoadColumn> DAY_COLUMNS =
      List.of(
          new LoadColumn("id", ColumnType.INT4, false),
          new LoadColumn("day", ColumnType.DATE, false),
          new LoadColumn("amount", ColumnType.NUMERIC, false),
          new LoadColumn("city", ColumnType.TEXT, false));

  private static List<String> days() {
    return IntStream.range(0, 300)
        .mapToObj(
            i ->
                "%d|2009-%02d-%02d|%d.%d05|city %d"
                    .formatted(i, 1 + i % 3, 1 + i % 28, i, i % 10, i % 7))
        .toList();
  }

  /** Returns the sums of the mappers for each leaf. */
  private static List<RowSum> mapped(
      PartitionProof proof, TargetPartitions partitions, List<byte[]> rows) {
    PartitionRouter router = new PartitionRouter(partitions);
    RowSum[] sums = new RowSum[partitions.leaves().size()];
    Arrays.fill(sums, RowSum.NONE);
    Tuple tuple = new Tuple(DAY_COLUMNS.size());
    for (byte[] row : rows) {
      tuple.read(row, 0);
      int leaf = router.partition(tuple);
      sums[leaf] = sums[leaf].plus(sum(proof, List.of(row)));
    }
    return List.of(sums);
  }

  /** The differences of all leaves. */
  private static List<String> differences(
      TestTarget table, PartitionProof proof, List<Leaf> leaves, List<RowSum> mapped)
      throws Exception {
    List<String> differences = new ArrayList<>();
    for (Leaf leaf : leaves) {
      String name = leaf.schema() + "." + leaf.name();
      try {
        proof.require(mapped.get(leaf.number()), table.session, name, leaf.name());
      } catch (IOException e) {
        differences.add(e.getMessage());
      }
    }
    return differences;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "DELETE FROM t_2 WHERE id = 1; the server has 99 rows instead of 100",
        "INSERT INTO t_2 SELECT * FROM t_2 WHERE id = 1; the server has 101 rows instead of 100",
        "UPDATE t_2 SET amount = amount + 0.01 WHERE id = 1; the rows on the server differ",
        "UPDATE t_2 SET city = NULL WHERE id = 1; the rows on the server differ",
        "UPDATE t_2 SET city = city || ' ' WHERE id = 1; the rows on the server differ",
        "UPDATE t_2 SET id = 5 - id WHERE id IN (1, 4); the rows on the server differ",
        "UPDATE t_2 SET (id, day, amount, city) = (SELECT id, day, amount, city FROM t_2 WHERE id = 4) WHERE id = 1; the rows on the server differ"
      })
  void namesThePartitionWithAWrongRow(String wrong, String difference) throws Exception {
    try (TestTarget table = new TestTarget("t", DAYS)) {
      PartitionProof proof = PartitionProof.read(table.session, oid(table), DAY_COLUMNS);
      TargetPartitions partitions = table.partitions();
      List<byte[]> rows = table.binary(days());
      table.copy(rows);
      List<RowSum> mapped = mapped(proof, partitions, rows);
      assertThat(differences(table, proof, partitions.leaves(), mapped)).isEmpty();

      Sql.run(table.session, wrong.replace("t_2", "public.t_2"));
      assertThat(differences(table, proof, partitions.leaves(), mapped))
          .singleElement()
          .asString()
          .startsWith("t_2: " + difference);
    }
  }
}
