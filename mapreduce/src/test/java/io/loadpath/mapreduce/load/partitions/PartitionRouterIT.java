package io.loadpath.mapreduce.load.partitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.loads.Coded;
import io.loadpath.loads.Sql;
import io.loadpath.mapreduce.load.LoadRouter;
import io.loadpath.mapreduce.load.Tuple;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.util.PSQLException;

/** The router finds the leaf of each row that the server finds. */
@ExtendWith(SharedServer.class)
class PartitionRouterIT {
  private static final int ROWS = 3000;
  private static final int REFUSED_ROWS = 20;
  private static final String NO_PARTITION = "23514";

  /** Tables, with values of their columns after the first one, which is the row's number. */
  enum Target {
    RANGE_OF_INT8(
        """
        CREATE TABLE t (id int4, k int8) PARTITION BY RANGE (k);
        CREATE TABLE t_1 PARTITION OF t FOR VALUES FROM (1000) TO (MAXVALUE);
        CREATE TABLE t_2 PARTITION OF t FOR VALUES FROM (MINVALUE) TO (-1000);
        CREATE TABLE t_3 PARTITION OF t FOR VALUES FROM (0) TO (500);
        CREATE TABLE t_4 PARTITION OF t FOR VALUES FROM (-1000) TO (0)""",
        "int"),
    RANGE_OF_DATES_AFTER_A_DROPPED_COLUMN(
        """
        CREATE TABLE t (id int4, gone text, k date) PARTITION BY RANGE (k);
        ALTER TABLE t DROP COLUMN gone;
        CREATE TABLE t_1 (k date, id int4);
        ALTER TABLE t ATTACH PARTITION t_1 FOR VALUES FROM ('2009-01-01') TO ('2009-02-01');
        CREATE TABLE t_2 PARTITION OF t FOR VALUES FROM ('2009-02-01') TO ('2009-03-01');
        CREATE TABLE t_3 PARTITION OF t FOR VALUES FROM ('0044-03-15 BC') TO ('2009-01-01');
        CREATE TABLE t_4 PARTITION OF t FOR VALUES FROM ('2009-03-02') TO ('infinity')""",
        "date"),
    RANGE_OF_ROUNDED_NUMBERS(
        """
        CREATE TABLE t (id int4, k numeric(6,2)) PARTITION BY RANGE (k);
        CREATE TABLE t_1 PARTITION OF t FOR VALUES FROM (0) TO (100);
        CREATE TABLE t_2 PARTITION OF t FOR VALUES FROM (-100) TO (0);
        CREATE TABLE t_3 PARTITION OF t FOR VALUES FROM (100) TO (100.01);
        CREATE TABLE t_4 PARTITION OF t FOR VALUES FROM (100.01) TO (MAXVALUE);
        CREATE TABLE t_5 PARTITION OF t DEFAULT""",
        "number"),
    RANGE_OF_NUMBERS_OF_A_DOMAIN(
        """
        DROP DOMAIN IF EXISTS whole;
        CREATE DOMAIN whole AS numeric(10,0);
        CREATE TABLE t (id int4, k whole) PARTITION BY RANGE (k);
        CREATE TABLE t_1 PARTITION OF t FOR VALUES FROM (0) TO (100);
        CREATE TABLE t_2 PARTITION OF t FOR VALUES FROM (100) TO (101);
        CREATE TABLE t_3 PARTITION OF t DEFAULT""",
        "number"),
    RANGE_OF_ANY_NUMBERS(
        """
        CREATE TABLE t (id int4, k numeric) PARTITION BY RANGE (k);
        CREATE TABLE t_1 PARTITION OF t FOR VALUES FROM (-0.001) TO (0.005);
        CREATE TABLE t_2 PARTITION OF t FOR VALUES FROM (0.005) TO (1e20);
        CREATE TABLE t_3 PARTITION OF t FOR VALUES FROM (-99.995) TO (-0.001);
        CREATE TABLE t_4 PARTITION OF t FOR VALUES FROM (1e20) TO ('NaN')""",
        "any-number"),
    RANGE_OF_FLOATS(
        """
        CREATE TABLE t (id int4, k float8) PARTITION BY RANGE (k);
        CREATE TABLE t_1 PARTITION OF t FOR VALUES FROM (-0.1) TO (0);
        CREATE TABLE t_2 PARTITION OF t FOR VALUES FROM ('-0') TO (0.005);
        CREATE TABLE t_3 PARTITION OF t FOR VALUES FROM (0.005) TO ('Infinity');
        CREATE TABLE t_4 PARTITION OF t FOR VALUES FROM ('NaN') TO (MAXVALUE)""",
        "any-number"),
    RANGE_OF_WHOLE_SECONDS(
        """
        CREATE TABLE t (id int4, k timestamp(0)) PARTITION BY RANGE (k);
        CREATE TABLE t_1 PARTITION OF t FOR VALUES FROM ('1999-12-31') TO ('2000-01-01');
        CREATE TABLE t_2 PARTITION OF t FOR VALUES FROM ('2000-01-01') TO ('2009-01-31 23:59:59');
        CREATE TABLE t_3 PARTITION OF t FOR VALUES FROM ('2009-01-31 23:59:59') TO ('2009-02-01');
        CREATE TABLE t_4 PARTITION OF t FOR VALUES FROM ('2009-02-01') TO ('infinity')""",
        "time"),
    RANGE_OF_INSTANTS(
        """
        CREATE TABLE t (id int4, k timestamptz) PARTITION BY RANGE (k);
        CREATE TABLE t_1 PARTITION OF t FOR VALUES FROM ('2009-01-31 23:59:59.5+05:30') TO ('2009-02-01+03');
        CREATE TABLE t_2 PARTITION OF t FOR VALUES FROM (MINVALUE) TO ('2009-01-31 23:59:59.5+05:30')""",
        "instant"),
    RANGE_OF_THREE_COLUMNS(
        """
        CREATE TABLE t (id int4, a text COLLATE "C", b numeric(6,1), c int8) PARTITION BY RANGE (c, a, b);
        CREATE TABLE t_1 PARTITION OF t FOR VALUES FROM (MINVALUE, MINVALUE, MINVALUE) TO (0, 'a', MINVALUE);
        CREATE TABLE t_2 PARTITION OF t FOR VALUES FROM (0, 'a', MINVALUE) TO (0, 'a', 100);
        CREATE TABLE t_3 PARTITION OF t FOR VALUES FROM (0, 'a', 100) TO (0, 'a', MAXVALUE);
        CREATE TABLE t_4 PARTITION OF t FOR VALUES FROM (0, 'a', MAXVALUE) TO (0, MAXVALUE, MAXVALUE);
        CREATE TABLE t_5 PARTITION OF t FOR VALUES FROM (1, MINVALUE, MINVALUE) TO (1, 'b', 0)""",
        "text",
        "number",
        "small"),
    RANGE_OF_UUIDS_AND_BYTES(
        """
        CREATE TABLE t (id int4, u uuid, b bytea) PARTITION BY RANGE (u, b);
        CREATE TABLE t_1 PARTITION OF t FOR VALUES FROM (MINVALUE, MINVALUE) TO ('80000000-0000-0000-0000-000000000000', '\\x00');
        CREATE TABLE t_2 PARTITION OF t FOR VALUES FROM ('80000000-0000-0000-0000-000000000000', '\\x00') TO ('80000000-0000-0000-0000-000000000000', '\\x0000ff')""",
        "uuid",
        "bytes"),
    LIST_OF_TEXTS(
        """
        CREATE TABLE t (id int4, k text) PARTITION BY LIST (k);
        CREATE TABLE t_1 PARTITION OF t FOR VALUES IN ('a', NULL, 'it''s', ') TO (');
        CREATE TABLE t_2 PARTITION OF t FOR VALUES IN ('', 'ab', '\\n', 'a, b', 'ä');
        CREATE TABLE t_3 PARTITION OF t FOR VALUES IN ('a ', 'NULL')""",
        "text"),
    LIST_OF_CUT_AND_PADDED_TEXTS(
        """
        CREATE TABLE t (id int4, k varchar(2), p char(4)) PARTITION BY LIST (k);
        CREATE TABLE t_1 PARTITION OF t FOR VALUES IN ('a') PARTITION BY LIST (p);
        CREATE TABLE t_2 PARTITION OF t FOR VALUES IN ('a ');
        CREATE TABLE t_3 PARTITION OF t FOR VALUES IN ('ä ', 'ab');
        CREATE TABLE t_4 PARTITION OF t_1 FOR VALUES IN ('a', 'ab   ');
        CREATE TABLE t_5 PARTITION OF t_1 DEFAULT""",
        "blanks",
        "blanks"),
    LIST_OF_NUMBERS_AND_DEFAULT(
        """
        CREATE TABLE t (id int4, k int2) PARTITION BY LIST (k);
        CREATE TABLE t_1 PARTITION OF t FOR VALUES IN (-1, 3);
        CREATE TABLE t_2 PARTITION OF t FOR VALUES IN (2, 0);
        CREATE TABLE t_3 PARTITION OF t DEFAULT""",
        "small"),
    LIST_OF_BOOLEANS(
        """
        CREATE TABLE t (id int4, k bool) PARTITION BY LIST (k);
        CREATE TABLE t_1 PARTITION OF t FOR VALUES IN (true);
        CREATE TABLE t_2 PARTITION OF t FOR VALUES IN (NULL)""",
        "bool"),
    NESTED(
        """
        CREATE TABLE t (id int4, day date, region text, n int8) PARTITION BY RANGE (day);
        CREATE TABLE t_1 PARTITION OF t FOR VALUES FROM ('2009-02-01') TO ('2009-03-01') PARTITION BY LIST (region);
        CREATE TABLE t_2 PARTITION OF t FOR VALUES FROM ('2009-01-01') TO ('2009-02-01') PARTITION BY RANGE (n, day);
        CREATE TABLE t_3 PARTITION OF t DEFAULT PARTITION BY LIST (region);
        CREATE TABLE t_1_1 PARTITION OF t_1 FOR VALUES IN ('a', 'b');
        CREATE TABLE t_1_2 PARTITION OF t_1 DEFAULT PARTITION BY RANGE (n);
        CREATE TABLE t_1_2_1 PARTITION OF t_1_2 FOR VALUES FROM (0) TO (3);
        CREATE TABLE t_2_1 PARTITION OF t_2 FOR VALUES FROM (-1, '2009-01-15') TO (2, '2009-01-10');
        CREATE TABLE t_3_1 PARTITION OF t_3 FOR VALUES IN (NULL, 'a');
        CREATE TABLE t_3_2 PARTITION OF t_3 FOR VALUES IN ('b', 'ab');
        CREATE UNLOGGED TABLE t_3_3 PARTITION OF t_3 DEFAULT""",
        "date",
        "text",
        "small"),
    ONE_PARTITION_IS_BEING_DETACHED(
        """
        CREATE TABLE t (id int4, k int8) PARTITION BY LIST (k);
        CREATE TABLE t_1 PARTITION OF t FOR VALUES IN (1, 2);
        CREATE TABLE t_2 PARTITION OF t FOR VALUES IN (3);
        UPDATE pg_inherits SET inhdetachpending = true WHERE inhrelid = 't_1'::regclass""",
        "small"),
    NO_PARTITIONS("CREATE TABLE t (id int4, k text)", "text");

    final String ddl;
    final List<String> kinds;

    Target(String ddl, String... kinds) {
      this.ddl = ddl;
      this.kinds = List.of(kinds);
    }
  }

  private static String value(String kind, Random random) {
    if (random.nextInt(20) == 0) {
      return "\\N";
    }
    return switch (kind) {
      case "int" ->
          oneOf(
              random,
              "-1000",
              "-1001",
              "0",
              "-1",
              "999",
              "1000",
              "500",
              "" + random.nextInt(),
              "" + Long.MIN_VALUE,
              "" + Long.MAX_VALUE);
      case "small" -> "" + (random.nextInt(6) - 2);
      case "bool" -> oneOf(random, "true", "f");
      case "date" ->
          oneOf(
              random,
              "2009-%02d-%02d".formatted(1 + random.nextInt(3), 1 + random.nextInt(28)),
              "0044-03-14 BC",
              "0044-03-15 BC",
              "infinity",
              "-infinity",
              "1999-12-31",
              "12/31/2008");
      case "number" ->
          oneOf(
              random,
              "99.994",
              "99.995",
              "-0.004",
              "-0.005",
              "-100.005",
              "100.004999",
              "100.5",
              "100.49",
              "0.00",
              "" + (random.nextInt(400_000) - 200_000) / 1000.0);
      case "any-number" ->
          oneOf(
              random,
              "0.005",
              "0.0049999999999",
              "-0.001",
              "-99.995",
              "1e20",
              "99999999999999999999",
              "-0",
              "NaN",
              "-0.00100000001",
              "" + random.nextGaussian(),
              "" + random.nextGaussian() * 1e22);
      case "time" ->
          oneOf(
              random,
              "2009-01-31 23:59:59.5",
              "2009-01-31 23:59:59.499999",
              "2009-01-31 23:59:58.5",
              "1999-12-31 23:59:59.5",
              "1999-12-31 23:59:59.500001",
              "1999-12-31 23:59:59.499999",
              "1999-12-30 23:59:59.5",
              "infinity",
              "-infinity",
              "2009-01-%02d 23:59:59.7".formatted(1 + random.nextInt(31)));
      case "instant" ->
          oneOf(
              random,
              "2009-01-31 18:29:59.5Z",
              "2009-01-31 18:29:59.499999Z",
              "2009-01-31 21:00:00Z",
              "2009-01-31 22:59:59.999999+02",
              "2009-01-31 %02d:59:59-0%d".formatted(random.nextInt(24), random.nextInt(9)));
      case "text" ->
          oneOf(
              random, "a", "b", "", "ab", "a ", "it's", ") TO (", "\\n", "a, b", "ä", "NULL", "Z");
      case "blanks" -> oneOf(random, "a", "a ", "a   ", "ab", "ab ", "ä ", "ä   ", " a", "b");
      case "uuid" ->
          oneOf(
              random,
              "80000000-0000-0000-0000-000000000000",
              new java.util.UUID(random.nextLong(), random.nextLong()).toString());
      case "bytes" ->
          oneOf(random, "\\x", "\\x00", "\\x0000", "\\x0000ff", "\\x0000fe", "\\x01", "\\xff");
      default -> throw new IllegalArgumentException(kind);
    };
  }

  private static String oneOf(Random random, String... values) {
    return values[random.nextInt(values.length)];
  }

  private static List<String> lines(Target target) {
    Random random = new Random(29);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      StringBuilder line = new StringBuilder().append(i);
      target.kinds.forEach(kind -> line.append('|').append(value(kind, random)));
      lines.add(line.toString());
    }
    return lines;
  }

  @ParameterizedTest
  @EnumSource
  void findsTheServersLeaf(Target target) throws Exception {
    try (TestTarget table = new TestTarget("t", target.ddl)) {
      TargetPartitions partitions = passed(table.partitions());
      PartitionRouter router = new PartitionRouter(partitions);
      List<String> lines = lines(target);
      List<byte[]> rows = table.binary(lines);
      List<byte[]> taken = new ArrayList<>();
      Map<String, Integer> leafOf = new HashMap<>();
      Set<Integer> refused = new HashSet<>();
      for (int i = 0; i < ROWS; i++) {
        byte[] padded = new byte[rows.get(i).length + i % 3];
        System.arraycopy(rows.get(i), 0, padded, i % 3, rows.get(i).length);
        Tuple row = new Tuple(rows.get(i)[1]);
        row.read(padded, i % 3);
        int leaf = router.partition(row);
        if (leaf == LoadRouter.NONE) {
          refused.add(i);
        } else {
          taken.add(rows.get(i));
          leafOf.put("" + i, leaf);
        }
      }
      table.copy(taken);

      List<String[]> stored = Sql.rows(table.session, "SELECT id, tableoid::bigint FROM public.t");
      assertThat(stored).hasSize(taken.size());
      Set<Integer> used = new HashSet<>();
      for (String[] row : stored) {
        TargetPartitions.Leaf leaf = partitions.leaves().get(leafOf.get(row[0]));
        used.add(leaf.number());
        assertThat(leaf.oid())
            .as("%s in %s", lines.get(Integer.parseInt(row[0])), leaf.name())
            .isEqualTo(Long.parseLong(row[1]));
      }
      assertThat(used).as("leaves with rows").hasSize(partitions.leaves().size());
      refused.stream()
          .limit(REFUSED_ROWS)
          .forEach(i -> requireRefused(table, rows.get(i), lines.get(i)));
    }
  }

  private static void requireRefused(TestTarget table, byte[] row, String line) {
    assertThatThrownBy(() -> table.copy(List.of(row)))
        .as(line)
        .isInstanceOfSatisfying(
            PSQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(NO_PARTITION));
  }

  /** As a task gets them. */
  private static TargetPartitions passed(TargetPartitions partitions) throws IOException {
    Configuration conf = new Configuration(false);
    Coded.put(conf, "partitions", partitions);
    return Coded.get(conf, "partitions", TargetPartitions.class);
  }
}
