package io.loadpath.benchmarks.describe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DdlColumnsTest {
  @TempDir private Path folder;

  private List<String> columns(String sql) throws IOException {
    return columns(Files.writeString(folder.resolve("t.sql"), sql));
  }

  private static List<String> columns(Path file) {
    return DdlColumns.read(file).columns().stream()
        .map(c -> c.name() + " " + c.type() + (c.nullable() ? "" : " not null"))
        .toList();
  }

  @Test
  void readsPostgres() throws IOException {
    assertThat(
            columns(
                """
                -- CREATE TABLE other (x int);
                CREATE UNLOGGED TABLE IF NOT EXISTS shop."Sales (2)" (
                  id bigint GENERATED ALWAYS AS IDENTITY,
                  "a ""b"", c" character varying(20) COLLATE "C" DEFAULT 'x, y)' NOT NULL,
                  amount numeric(10, 2) CHECK (amount > 0), /* , */
                  n numeric, f double precision, ok bool NULL,
                  t timestamp(3) with time zone, u timestamp without time zone, z timestamptz,
                  raw bytea, k uuid,
                  PRIMARY KEY (id, k)
                ) PARTITION BY RANGE (t);
                """))
        .containsExactly(
            "id integer(19) not null",
            "a \"b\", c text(20) not null",
            "amount decimal(10,2)",
            "n decimal(38,10)",
            "f double",
            "ok boolean",
            "t timestamp(3) with time zone",
            "u timestamp(6)",
            "z timestamp(6) with time zone",
            "raw bytes",
            "k text(36) not null");
  }

  @Test
  void readsHive() throws IOException {
    assertThat(
            columns(
                """
                CREATE EXTERNAL TABLE IF NOT EXISTS t (
                  a INT COMMENT 'it''s, a', `b ``c` STRING, d DECIMAL(20,0), s SMALLINT, v BINARY
                ) PARTITIONED BY (dt STRING) ROW FORMAT DELIMITED FIELDS TERMINATED BY '|'
                LOCATION '${hivevar:location}'
                """))
        .containsExactly(
            "a integer(10)", "b `c text", "d decimal(20,0)", "s integer(5)", "v bytes");
  }

  @Test
  void readsOracle() throws IOException {
    assertThat(
            columns(
                """
                CREATE GLOBAL TEMPORARY TABLE "T" (
                  "ID" NUMBER(10,0) NOT NULL ENABLE, N NUMBER(*,2), V VARCHAR2(20 CHAR), C CLOB,
                  D DATE DEFAULT SYSDATE, TS TIMESTAMP (6) WITH LOCAL TIME ZONE, B BINARY_DOUBLE,
                  CONSTRAINT "PK" PRIMARY KEY ("ID") USING INDEX TABLESPACE "USERS"
                ) SEGMENT CREATION IMMEDIATE
                """))
        .containsExactly(
            "ID integer(10) not null",
            "N decimal(38,2)",
            "V text(20)",
            "C text",
            "D date",
            "TS timestamp(6) with time zone",
            "B double");
  }

  @Test
  void readsTheProjectsOwnTables() {
    assertThat(columns(Program.ROOT.resolve("hive/lineitem.hql")))
        .hasSize(16)
        .contains("l_extendedprice decimal(15,2)", "l_comment text");
    assertThat(columns(Program.ROOT.resolve("external-table/oracle/02-external-table.sql")))
        .hasSize(9)
        .contains("purchase_dt date");
  }

  @Test
  void namesTheLineOfWhatItCannotRead() {
    assertFails(
        "CREATE TABLE t (\n  a int,\n  b money)", "t.sql:3: the column b has the type money");
    assertFails("CREATE TABLE t (a int[])", "t.sql:1: the column a has the type int [ ]");
    assertFails("CREATE TABLE t (a map<int,string>)", "t.sql:1: the column a has the type map");
    assertFails(
        "CREATE TABLE t (a numeric(50))", "t.sql:1: the column a has the type numeric ( 50 )");
    assertFails("SELECT 1", "t.sql: has no CREATE TABLE");
    assertFails("CREATE TABLE t AS SELECT 1;", "t.sql:1: the CREATE TABLE has no list of columns");
    assertFails("\nCREATE TABLE t (a int", "t.sql:2: the parenthesis is not closed");
    assertFails("CREATE TABLE t (a int,)", "t.sql:1: a column needs a name and a type");
    assertFails(
        "CREATE TABLE t (a int);\nCREATE TABLE u (b int)", "t.sql:2: a second CREATE TABLE");
    assertThatThrownBy(() -> DdlColumns.read(folder.resolve("none.sql")))
        .isInstanceOf(LoadpathException.class)
        .hasMessageContaining("none.sql: cannot be read");
  }

  private void assertFails(String sql, String message) {
    assertThatThrownBy(() -> columns(sql))
        .isInstanceOf(LoadpathException.class)
        .hasMessageStartingWith(folder.resolve("").toString() + "/" + message);
  }
}
