package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The programs that {@code generate --for postgres} writes, on the bundled server. */
@ExtendWith(SharedServer.class)
class GeneratedFolderIT {
  private static final String HEADER = "id,day,note\n";

  @TempDir private Path folder;
  private final TestServer server = SharedServer.test();

  @BeforeEach
  void makeFiles() throws IOException {
    Files.writeString(
        folder.resolve("orders.yaml"),
        """
        table: orders
        files: ['in put/*']
        format: {delimiter: ',', header: yes, dates: dd/mm/yyyy}
        columns:
          - {name: id, type: integer(4)}
          - {name: day, type: date}
          - {name: note, type: text(20), nullable: yes}
        """);
    Path input = Files.createDirectory(folder.resolve("in put"));
    Files.writeString(input.resolve("a.csv"), HEADER + "1,02/01/2026,\"x, y\"\n2,03/01/2026,\n");
    try (OutputStream gzip =
        new GZIPOutputStream(Files.newOutputStream(input.resolve("b.csv.gz")))) {
      gzip.write((HEADER + "3,04/01/2026,\"two\nlines\"\n").getBytes());
    }
  }

  @AfterEach
  void dropTables() {
    server.sql(
        "DROP TABLE IF EXISTS public.orders, public.blobs, public.\"Other one\", public.readings");
  }

  private Program program(String name, String... words) {
    return Program.in(folder, name, words)
        .set(server.server.connection().environment())
        .set("LOADPATH_STATE", server.state)
        .set("LOADPATH_BUILD", "never");
  }

  private String generate(String table) {
    Outcome outcome =
        program("bin/loadpath", "generate", table + ".yaml", "--for", "postgres", "--out", "to")
            .run()
            .ok();
    return outcome.out();
  }

  private Outcome run(String script, String... files) {
    return program(folder.resolve("to").resolve(script).toString(), files).run();
  }

  @Test
  void theFilesOfTheDescriptionArriveAndAreProven() {
    assertThat(generate("orders")).startsWith("to/load.sh && to/prove.sh\n\nloads the files");

    assertThat(run("load.sh").ok().err()).contains("3 rows became public.orders by a swap");
    assertThat(run("prove.sh").ok().out())
        .startsWith("public.orders holds the rows of the files: 3 rows, digest ");
    assertThat(server.sql("SELECT max(day), string_agg(note, ';' ORDER BY id) FROM orders"))
        .isEqualTo("2026-01-04|x, y;two\nlines");
    assertThat(server.sql("SELECT obj_description('public.orders'::regclass) IS NULL"))
        .as("it is the user's table")
        .isEqualTo("t");

    run("load.sh", "in put/a.csv").ok(); // relative to the caller's folder
    assertThat(server.sql("SELECT count(*) FROM orders")).as("replaced").isEqualTo("2");
    run("prove.sh", "in put/a.csv").ok();
    Outcome others = run("prove.sh");
    assertThat(others.exitCode()).isEqualTo(1);
    assertThat(others.out()).contains("files: {\"rows\":3,", "table: {\"rows\":2,");
    assertThat(others.err()).contains("public.orders does not hold the rows of the files");
  }

  @Test
  void aBadRowInOneFileLeavesTheTableAsItWas() throws IOException {
    generate("orders");
    run("load.sh").ok();
    Files.writeString(folder.resolve("bad.csv"), HEADER + "4,05/01/2026,z\nfive,06/01/2026,\n");

    Outcome bad = run("load.sh", "in put/a.csv", "bad.csv");

    assertThat(bad.exitCode()).isEqualTo(1);
    assertThat(bad.err()).contains("bad.csv", "five", "line 3", "column id");
    run("prove.sh").ok();
  }

  /** COPY takes it for the beginning of a quoted part, so these two rows would become one. */
  @Test
  void aQuoteInsideAFieldIsRefusedBeforeAnythingIsSent() throws IOException {
    generate("orders");
    run("load.sh").ok();
    Files.writeString(folder.resolve("bad.csv"), HEADER + "4,05/01/2026,a\"b\n5,06/01/2026,c\"d\n");

    Outcome bad = run("load.sh", "bad.csv");

    assertThat(bad.exitCode()).isEqualTo(1);
    assertThat(bad.err())
        .contains("bad.csv, line 2, column note: holds a quote, but does not begin with one")
        .endsWith("load.sh: nothing is changed\n");
    run("prove.sh").ok();
  }

  /** COPY of the format text takes it as the end, on every version. */
  @Test
  void theLineAtWhichCopyStopsIsRefusedInAFormatWithEscapes() throws IOException {
    Files.writeString(
        folder.resolve("readings.yaml"),
        """
        table: readings
        files: [readings.txt]
        format: {delimiter: '|', quote: none, escape: '\\', header: no}
        columns:
          - {name: note, type: text(9)}
        """);
    Files.writeString(folder.resolve("readings.txt"), "one\n\\.\ntwo\n");
    generate("readings");

    Outcome bad = run("load.sh");

    assertThat(bad.exitCode()).isEqualTo(1);
    assertThat(bad.err()).contains("readings.txt: a line is '\\.', at which COPY stops to read");
    assertThat(server.sql("SELECT count(*) FROM public.readings")).isEqualTo("0");
  }

  @Test
  void twoRolesOfOneDatabaseLoad() {
    generate("orders");
    for (String role : List.of("ann", "\"Bo b\"")) {
      server.sql(
          "CREATE ROLE %1$s LOGIN PASSWORD 'x'; GRANT CREATE ON DATABASE %2$s TO %1$s; GRANT CREATE ON SCHEMA public TO %1$s"
              .formatted(role, server.server.connection().database()));
    }
    try {
      for (String role : List.of("ann", "Bo b")) {
        program(folder + "/to/load.sh")
            .set("PGUSER", role)
            .set("PGPASSWORD", "x")
            .set("TABLE", "public.\"of " + role + '"')
            .run()
            .ok();
      }

      assertThat(server.sql("SELECT count(*) FROM public.\"of Bo b\"")).isEqualTo("3");
      assertThat(
              server.sql(
                  "SELECT string_agg(nspname, ' ' ORDER BY nspname) FROM pg_namespace"
                      + " WHERE starts_with(nspname, 'loadpath_of_') AND nspowner <> current_user::regrole"))
          .isEqualTo("loadpath_of_ann loadpath_of_bo_b");
    } finally {
      for (String role : List.of("ann", "\"Bo b\"")) {
        server.sql("DROP OWNED BY %s CASCADE; DROP ROLE %1$s".formatted(role));
      }
    }
  }

  @Test
  void anotherTableIsNamedByItsSchema() {
    generate("orders");

    program(folder + "/to/load.sh").set("TABLE", "public.\"Other one\"").run().ok();

    assertThat(server.sql("SELECT count(*) FROM \"Other one\"")).isEqualTo("3");
    program(folder + "/to/prove.sh").set("TABLE", "public.\"Other one\"").run().ok();
    assertThat(program(folder + "/to/load.sh").set("TABLE", "other").run().err())
        .isEqualTo("load.sh: TABLE=other names no schema: write public.other\n");
  }

  @Test
  void whatCannotBeSentIsSaid() throws IOException {
    generate("orders");

    assertThat(run("load.sh", "x.zst").err())
        .isEqualTo("load.sh: x.zst: only plain files and .gz are sent; inflate it first\n");
    assertThat(program(folder + "/to/load.sh").set("LOADPATH_ROOT", "/nowhere").run().err())
        .startsWith("load.sh: there is no /nowhere/engines/bin/postgres: set LOADPATH_ROOT");
    Files.writeString(folder.resolve("to/files.txt"), "");
    assertThat(run("load.sh").err()).startsWith("load.sh: files.txt names no file: run ");
    assertThat(server.sql("SELECT to_regclass('public.orders') IS NULL")).isEqualTo("t");
  }

  @Test
  void bytesAreSentAsBinary() throws IOException {
    Files.writeString(
        folder.resolve("blobs.yaml"),
        """
        table: blobs
        files: [blobs.txt]
        format: {delimiter: '|', quote: none, header: yes}
        columns:
          - {name: id, type: integer(4)}
          - {name: body, type: bytes, nullable: yes}
        """);
    Files.writeString(folder.resolve("blobs.txt"), "id|body\n1|00ff\n2|\n");
    generate("blobs");

    run("load.sh").ok();

    run("prove.sh").ok();
    assertThat(server.sql("SELECT body FROM blobs WHERE id = 1")).isEqualTo("\\x00ff");
  }

  @Test
  void theProofSaysThatDoublesAreNotCompared() throws IOException {
    Files.writeString(
        folder.resolve("readings.yaml"),
        """
        table: readings
        files: [readings.csv]
        format: {delimiter: ',', header: yes}
        columns:
          - {name: id, type: integer(4)}
          - {name: value, type: double}
        """);
    Files.writeString(folder.resolve("readings.csv"), "id,value\n1,1.5\n2,2.5\n");
    generate("readings");
    run("load.sh").ok();

    assertThat(run("prove.sh").ok().out())
        .startsWith(
            "public.readings holds the rows of the files, columns of double precision not compared:"
                + " 2 rows, digest ");

    server.sql("DELETE FROM public.readings WHERE id = 2");
    assertThat(run("prove.sh").exitCode()).isEqualTo(1);
  }

  @Test
  void aDescriptionWhoseFilesAreElsewhereIsWrittenWithAWarning() throws IOException {
    Files.delete(folder.resolve("in put/a.csv"));
    Files.delete(folder.resolve("in put/b.csv.gz"));

    Outcome outcome =
        program("bin/loadpath", "generate", "orders.yaml", "--for", "postgres", "--out", "to")
            .run()
            .ok();

    assertThat(outcome.err()).contains("warning: files.txt names no file: ", "no file matches");
    assertThat(folder.resolve("to/load.sh")).exists();
  }
}
