package io.loadpath.mapreduce.load.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.Sql;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.core.BaseConnection;

/**
 * A target with three partitions in a server, the shared one unless a class has another, and loads
 * into it in the local runner.
 */
@ExtendWith(SharedServer.class)
abstract class LoadFixture {
  private static final String DESCRIPTION =
      """
      table: sale
      files: ['*.csv']
      format:
        delimiter: '|'
        header: yes
      columns:
        - { name: id, type: integer(9) }
        - { name: day, type: date }
        - { name: note, type: text, nullable: yes }
      """;

  @TempDir Path folder;

  /** The files that are loaded, in the folder. */
  String input = "*.csv";

  ConnectionInfo server;
  ByteArrayOutputStream out = new ByteArrayOutputStream();
  final ByteArrayOutputStream err = new ByteArrayOutputStream();
  final Configuration conf = new Configuration();
  BaseConnection session;

  @BeforeEach
  void makeTarget() throws Exception {
    connect();
    sql(
        """
        DROP SCHEMA IF EXISTS loadit CASCADE; CREATE SCHEMA loadit;
        CREATE TABLE loadit.sale (id int, day date NOT NULL, note text) PARTITION BY RANGE (day);
        CREATE TABLE loadit.m1 PARTITION OF loadit.sale FOR VALUES FROM ('2024-01-01') TO ('2024-02-01');
        CREATE TABLE loadit.m2 PARTITION OF loadit.sale FOR VALUES FROM ('2024-02-01') TO ('2024-03-01');
        CREATE TABLE loadit.m3 PARTITION OF loadit.sale FOR VALUES FROM ('2024-03-01') TO ('2024-04-01')""");
    Files.writeString(folder.resolve("sale.yaml"), DESCRIPTION);
  }

  /** The server of the target. */
  TestServer test() {
    return SharedServer.test();
  }

  /** Connects to the server, to its port of now. */
  final void connect() throws Exception {
    server = test().server.connection();
    session =
        PostgresSession.of(
                server.jdbcUrl(),
                server.user(),
                Files.readString(server.passwordFile()).strip(),
                null,
                new Configuration(false))
            .connect("loadpath test");
  }

  @AfterEach
  void close() throws Exception {
    session.close();
  }

  void sql(String statements) throws Exception {
    Sql.run(session, statements);
  }

  String value(String query) throws Exception {
    return Sql.value(session, query);
  }

  void write(String file, String... rows) throws IOException {
    Files.writeString(folder.resolve(file), "id|day|note\n" + String.join("\n", rows) + "\n");
  }

  /** Loads the files, with more options. */
  int load(String... more) throws Exception {
    return run(arguments(more));
  }

  /** Runs a command line; {@link #out} and {@link #err} have only what it prints. */
  int run(String... arguments) throws Exception {
    Configuration own = new Configuration(conf);
    own.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    own.setInt("mapreduce.client.completion.pollinterval", 5);
    out.reset();
    err.reset();
    return ToolRunner.run(
        own,
        new LoadJob(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8)),
        arguments);
  }

  /** Returns the options that name the target. */
  List<String> target() {
    return List.of(
        "--to",
        server.jdbcUrl(),
        "--user",
        server.user(),
        "--password-file",
        server.passwordFile().toUri().toString(),
        "--into",
        "loadit.sale");
  }

  /** Returns the command line of a load; its own options may replace the target. */
  String[] arguments(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--rejects",
                folder.resolve("rejects").toUri().toString(),
                "--table",
                folder.resolve("sale.yaml").toString()));
    arguments.addAll(target());
    for (String replaced : List.of("--into", "--to")) {
      if (Arrays.asList(more).contains(replaced)) {
        int at = arguments.indexOf(replaced);
        arguments.subList(at, at + 2).clear();
      }
    }
    arguments.addAll(Arrays.asList(more));
    arguments.add(folder.toUri() + "/" + input);
    return arguments.toArray(String[]::new);
  }

  String ids(String order) throws Exception {
    return value(
        "SELECT string_agg(tableoid::regclass || ' ' || id, ', ' ORDER BY tableoid::regclass::text COLLATE pg_catalog.\"C\", %s) FROM loadit.sale"
            .formatted(order));
  }

  void requireFailed(String... messages) throws Exception {
    assertThat(err.toString(UTF_8)).contains(messages);
    assertThat(value("SELECT count(*) FROM loadit.sale")).isEqualTo("0");
    assertThat(
            value(
                "SELECT count(*) FROM pg_tables WHERE schemaname = 'loadit' AND tablename ~ '^loadpath_\\d'"))
        .isEqualTo("0");
  }

  /** The lines of the files of rejected rows, without the name of the source. */
  List<String> rejects() throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve("rejects"))) {
      for (Path file : files.filter(f -> !f.getFileName().toString().startsWith(".")).toList()) {
        for (String line : Files.readAllLines(file)) {
          lines.add(line.substring(line.indexOf('\t') + 1));
        }
      }
    }
    return lines;
  }
}
