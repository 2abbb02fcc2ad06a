package io.loadpath.benchmarks.describe;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.Loadpath;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.StateFolder;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The whole program, and a catalog. */
@ExtendWith(SharedServer.class)
class DescribeCommandIT {
  @TempDir private Path folder;
  private final TestServer server = SharedServer.test();

  @BeforeEach
  void makeState() throws IOException {
    Path state = Files.createDirectory(folder.resolve("state"));
    Files.createFile(state.resolve(StateFolder.MARKER));
    Files.createDirectory(folder.resolve("Sales 2024"));
    Files.writeString(folder.resolve("Sales 2024/a.csv"), "Id,day\n1,2024-01-31\n");
    Files.writeString(folder.resolve("Sales 2024/b.csv"), "Id,day\n12,2024-02-01\n");
  }

  private Program program(String... arguments) {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Program.in(folder, System.getProperty("java.home") + "/bin/java")
        .with("-Xmx256m", "-XX:TieredStopAtLevel=1", "-cp", classPath, Loadpath.class.getName())
        .with("describe")
        .with(arguments)
        .set("LOADPATH_ROOT", Program.ROOT)
        .set("LOADPATH_STATE", folder.resolve("state"));
  }

  @Test
  void writesAFileAndSaysWhatItFoundAndLeavesNothingElse() throws IOException {
    Program.Outcome outcome = program("Sales 2024/*.csv").run().ok();

    assertThat(outcome.out())
        .startsWith("sales-2024: 2 columns. Rows read: 2, all.\n")
        .contains("2 files begin with the same line")
        .endsWith("written to sales-2024.yaml\n");
    Table table = Table.read(folder.resolve("sales-2024.yaml"));
    assertThat(table.files()).containsExactly("Sales 2024/*.csv");
    assertThat(table.name()).isEqualTo("sales-2024");
    assertThat(folder.resolve("state")).isDirectoryNotContaining("glob:**describe*");
    assertThat(folder).isDirectoryContaining("glob:**/sales-2024.yaml");

    Program.Outcome again = program("Sales 2024/*.csv").run();
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err()).contains("sales-2024.yaml exists");
  }

  @Test
  void takesColumnsFromACatalog() throws IOException {
    String name63 = "ä".repeat(31);
    server.sql(
        """
        CREATE SCHEMA shop;
        CREATE TABLE shop."Sales" ("day" timestamp(0) NOT NULL, "ID" int PRIMARY KEY, gone text);
        ALTER TABLE shop."Sales" DROP gone;
        CREATE TABLE odd (j jsonb);
        CREATE TABLE huge (n numeric(50));
        CREATE TABLE types (
          s smallint, b bigint, n numeric(10,2), i numeric(18), d numeric(20), r real,
          f double precision, ok bool, c char(3), u bpchar, v varchar, t text, k uuid, day date,
          t3 timestamp(3) with time zone, t6 timestamp, z timestamptz);
        CREATE TABLE named ("; DROP TABLE x" numeric, "%s" varchar(9), b bytea);
        """
            .formatted(name63));

    like("shop.\"Sales\"").with("Sales 2024/*.csv").run().ok();
    assertThat(columns("sales-2024")).isEqualTo("ID integer(10); day timestamp(0)");
    assertThat(table("sales-2024").columns().get(0).headerName()).isEqualTo("Id");

    like("named").run().ok();
    assertThat(columns("named"))
        .isEqualTo("; DROP TABLE x decimal(38,10); " + name63 + " text(9); b bytes");
    assertThat(folder.resolve("named.yaml"))
        .content()
        .contains("# guessed: numeric has no size in the database");

    like("types").run().ok();
    assertThat(columns("types"))
        .isEqualTo(
            "s integer(5); b integer(19); n decimal(10,2); i integer(18); d decimal(20,0);"
                + " r double; f double; ok boolean; c text(3); u text; v text; t text; k text(36);"
                + " day date; t3 timestamp(3) with time zone; t6 timestamp(6);"
                + " z timestamp(6) with time zone");

    String url = server.server.connection().jdbcUrl();
    assertThat(like("odd").run().err()).contains("--like: the column j of odd has the type jsonb");
    assertThat(like("huge").run().err())
        .contains("--like: the column n of huge has the type numeric(50,0)");
    assertThat(like("none").run().err()).contains(url + " has no table none");
    assertThat(
            program(
                    "--like-table",
                    "named",
                    "--like",
                    url,
                    "--username",
                    "nobody",
                    "--out",
                    "o.yaml")
                .run()
                .err())
        .contains("--like: " + url + ": ");
    assertThat(folder.resolve("o.yaml")).doesNotExist();
  }

  private Program like(String table) {
    return program("--like-table", table, "--like", server.server.connection().jdbcUrl())
        .with("--username", server.server.connection().user())
        .with("--password-file", server.server.connection().passwordFile().toString());
  }

  private Table table(String name) {
    return Table.read(folder.resolve(name + ".yaml"));
  }

  private String columns(String name) {
    return table(name).columns().stream()
        .map(column -> column.name() + " " + column.type())
        .collect(Collectors.joining("; "));
  }
}
