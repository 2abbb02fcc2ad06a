package io.loadpath.engines.postgres.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** For tests of {@code postgres copy}: a server, the table {@code loaded}, files and output. */
@ExtendWith(SharedServer.class)
abstract class CopyFixture {
  /** Text into the table, with {@code |} between the fields. */
  static final String COPY = "COPY loaded (a, b) FROM STDIN (DELIMITER '|')";

  @TempDir Path folder;

  TestServer test;
  final ByteArrayOutputStream out = new ByteArrayOutputStream();
  final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void makeTable() {
    test = SharedServer.test();
    test.sql("DROP TABLE IF EXISTS loaded; CREATE TABLE loaded (a int, b text, pid int)");
    test.sql("ALTER TABLE loaded ALTER pid SET DEFAULT pg_backend_pid()");
  }

  /** Runs {@code postgres copy} and returns its exit code. */
  int copy(String... args) throws IOException {
    Map<String, String> environment = new HashMap<>(test.server.connection().environment());
    environment.put("PGPASSWORD", Files.readString(test.server.connection().passwordFile()));
    List<String> words = new ArrayList<>(List.of("copy"));
    words.addAll(List.of(args));
    return new Postgres(
            environment,
            InputStream.nullInputStream(),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8))
        .run(words.toArray(String[]::new));
  }

  Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  /** The rows of the table, without their sessions, on one line. */
  String rows() {
    return test.sql("SELECT a, b FROM loaded ORDER BY a").replace('\n', ' ');
  }
}
