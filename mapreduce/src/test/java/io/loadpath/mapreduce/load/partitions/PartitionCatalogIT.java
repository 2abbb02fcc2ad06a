package io.loadpath.mapreduce.load.partitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.loads.Sql;
import io.loadpath.mapreduce.load.Tuple;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Leaf;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Storage;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(SharedServer.class)
class PartitionCatalogIT {
  @Test
  void leavesAreNumberedInTheOrderOfTheirBounds() throws Exception {
    String ddl =
        """
        CREATE TABLE c (id int4, day date, region text) PARTITION BY RANGE (day);
        CREATE TABLE c_default PARTITION OF c DEFAULT;
        CREATE TABLE c_feb PARTITION OF c FOR VALUES FROM ('2009-02-01') TO ('2009-03-01') PARTITION BY LIST (region);
        CREATE TABLE c_jan PARTITION OF c FOR VALUES FROM ('2009-01-01') TO ('2009-02-01');
        CREATE TABLE c_feb_other PARTITION OF c_feb DEFAULT;
        CREATE UNLOGGED TABLE c_feb_b PARTITION OF c_feb FOR VALUES IN ('b');
        CREATE TABLE c_feb_az PARTITION OF c_feb FOR VALUES IN ('z', 'a');
        DROP FOREIGN DATA WRAPPER IF EXISTS nowhere CASCADE;
        CREATE FOREIGN DATA WRAPPER nowhere;
        CREATE SERVER nowhere FOREIGN DATA WRAPPER nowhere;
        CREATE FOREIGN TABLE c_mar PARTITION OF c FOR VALUES FROM ('2009-03-01') TO ('2009-04-01') SERVER nowhere""";
    try (TestTarget table = new TestTarget("c", ddl)) {
      List<Leaf> leaves = table.partitions().leaves();
      assertThat(leaves)
          .extracting(Leaf::number, Leaf::schema, Leaf::name, Leaf::storage)
          .containsExactly(
              tuple(0, "public", "c_jan", Storage.PERMANENT),
              tuple(1, "public", "c_feb_az", Storage.PERMANENT),
              tuple(2, "public", "c_feb_b", Storage.UNLOGGED),
              tuple(3, "public", "c_feb_other", Storage.PERMANENT),
              tuple(4, "public", "c_mar", Storage.FOREIGN),
              tuple(5, "public", "c_default", Storage.PERMANENT));
    }
  }

  @Test
  void theSessionsFormsDoNotMatterAndStay() throws Exception {
    String ddl =
        """
        SET standard_conforming_strings = on;
        CREATE TEMPORARY TABLE c (id int4, k text, b bytea) PARTITION BY LIST (k);
        CREATE TEMPORARY TABLE c_1 PARTITION OF c FOR VALUES IN ('\\n') PARTITION BY RANGE (b);
        CREATE TEMPORARY TABLE c_2 PARTITION OF c_1 FOR VALUES FROM ('\\x00') TO ('\\x02');
        SET standard_conforming_strings = off; SET bytea_output = 'escape'""";
    try (TestTarget table = new TestTarget("c", ddl)) {
      TargetPartitions partitions = table.partitions();
      assertThat(partitions.leaves()).extracting(Leaf::storage).containsExactly(Storage.TEMPORARY);
      List<byte[]> row = table.binary(List.of("1|\\n|\\x01"));
      Tuple tuple = new Tuple(3);
      tuple.read(row.get(0), 0);
      assertThat(new PartitionRouter(partitions).partition(tuple)).isZero();
      assertThat(Sql.value(table.session, "SHOW bytea_output")).isEqualTo("escape");
      assertThat(Sql.value(table.session, "SHOW standard_conforming_strings")).isEqualTo("off");
      table.session.setAutoCommit(false);
      assertThat(table.partitions().leaves()).isEqualTo(partitions.leaves());
      table.session.rollback();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "HASH (id); by hash, which only the server computes",
        "RANGE (abs(id)); by an expression, which only the server computes",
        "LIST (mood); by column mood of type interval, which has no sort key here",
        "RANGE (name COLLATE \"und-x-icu\"); by column name in the order of collation und-x-icu, which is not that of the bytes, as in collation C",
        "RANGE (name text_pattern_ops); by column name with operator class text_pattern_ops, not the type's own",
        "LIST (name COLLATE loose); by column name with collation loose, to which different texts are equal",
        "RANGE (day); by column day, which the rows do not have"
      })
  void refusesByName(String key, String why) throws Exception {
    String ddl =
        """
        CREATE COLLATION IF NOT EXISTS loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
        CREATE TABLE c (id int4, name text, mood interval, day date) PARTITION BY %s"""
            .formatted(key);
    try (TestTarget table = new TestTarget("c", ddl)) {
      assertThatThrownBy(() -> table.partitions(List.of("id", "name", "mood")))
          .isInstanceOf(IOException.class)
          .hasMessage("c is partitioned %s: %s", why, PartitionKeys.REMEDY);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX", "default", "ucs_basic", "pg_c_utf8"})
  void takesTextInTheOrderOfItsBytes(String collation) throws Exception {
    String ddl =
        "CREATE TABLE c (id int4, name varchar(9)) PARTITION BY RANGE (name COLLATE \"%s\")"
            .formatted(collation);
    try (TestTarget table = new TestTarget("c", ddl)) {
      assertThat(table.partitions().leaves()).isEmpty();
    }
  }
}
