package io.loadpath.mapreduce.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.core.BaseConnection;

/** Whole loads into the shared server, in the local runner. */
@ExtendWith(SharedServer.class)
class LoadIT {
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
        - { name: note, type: text }
      """;

  @TempDir private Path folder;
  private ConnectionInfo server;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private BaseConnection session;

  @BeforeEach
  void makeTarget() throws Exception {
    server = SharedServer.test().server.connection();
    session =
        PostgresSession.of(
                server.jdbcUrl(),
                server.user(),
                Files.readString(server.passwordFile()).strip(),
                null,
                new Configuration(false))
            .connect("loadpath test");
    sql(
        """
        DROP SCHEMA IF EXISTS loadit CASCADE; CREATE SCHEMA loadit;
        CREATE TABLE loadit.sale (id int, day date NOT NULL, note text) PARTITION BY RANGE (day);
        CREATE TABLE loadit.m1 PARTITION OF loadit.sale FOR VALUES FROM ('2024-01-01') TO ('2024-02-01');
        CREATE TABLE loadit.m2 PARTITION OF loadit.sale FOR VALUES FROM ('2024-02-01') TO ('2024-03-01');
        CREATE TABLE loadit.m3 PARTITION OF loadit.sale FOR VALUES FROM ('2024-03-01') TO ('2024-04-01')""");
    Files.writeString(folder.resolve("sale.yaml"), DESCRIPTION);
  }

  @AfterEach
  void close() throws Exception {
    session.close();
  }

  private void sql(String statements) throws Exception {
    Sql.run(session, statements);
  }

  private String value(String query) throws Exception {
    return Sql.value(session, query);
  }

  private void write(String file, String... rows) throws IOException {
    Files.writeString(folder.resolve(file), "id|day|note\n" + String.join("\n", rows) + "\n");
  }

  private int load(String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--table",
                folder.resolve("sale.yaml").toString(),
                "--to",
                server.jdbcUrl(),
                "--user",
                server.user(),
                "--password-file",
                server.passwordFile().toUri().toString(),
                "--into",
                "loadit.sale"));
    arguments.addAll(Arrays.asList(more));
    arguments.add(folder.toUri() + "/*.csv");
    Configuration conf = new Configuration();
    conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    conf.setInt("mapreduce.client.completion.pollinterval", 5);
    return ToolRunner.run(
        conf,
        new LoadJob(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8)),
        arguments.toArray(String[]::new));
  }

  @Test
  void rowsArriveInTheirPartitionsInOrder() throws Exception {
    write("a.csv", "3|2024-02-03|c", "1|2024-01-31|a", "2|2024-03-01|");
    write("b.csv", "5|2024-02-01|e", "4|2024-02-29|d");

    int code = load("--sort-by", "day");

    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(code).isZero();
    assertThat(
            value(
                "SELECT string_agg(tableoid::regclass || ' ' || id, ', ' ORDER BY tableoid, ctid) FROM loadit.sale"))
        .isEqualTo("loadit.m1 1, loadit.m2 5, loadit.m2 3, loadit.m2 4, loadit.m3 2");
    System.out.println(out.toString(UTF_8));
  }
}
