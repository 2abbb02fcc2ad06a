package io.loadpath.engines.postgres.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** For tests of {@code postgres sql|copy}: a server, the table {@code loaded}, files and output. */
@ExtendWith(SharedServer.class)
abstract class ClientFixture {
  /** Text into the table, with {@code |} between the fields. */
  static final String COPY = "COPY loaded (a, b) FROM STDIN (DELIMITER '|')";

  @TempDir Path folder;

  final TestServer test = SharedServer.test();
  String input = "";
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void makeTable() {
    test.server.start();
    test.sql("DROP TABLE IF EXISTS loaded; CREATE TABLE loaded (a int, b text, pid int)");
    test.sql("ALTER TABLE loaded ALTER pid SET DEFAULT pg_backend_pid()");
  }

  /** The driver finds the password file in the real environment only, so the password is given. */
  private int run(Object... words) throws IOException {
    Map<String, String> environment = new HashMap<>(test.server.connection().environment());
    environment.put("PGPASSWORD", Files.readString(test.server.connection().passwordFile()));
    out.reset();
    err.reset();
    return new Postgres(
            environment,
            new ByteArrayInputStream(input.getBytes(UTF_8)),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8))
        .run(
            Stream.of(words)
                .flatMap(
                    word -> word instanceof Object[] several ? Stream.of(several) : Stream.of(word))
                .map(Object::toString)
                .toArray(String[]::new));
  }

  /** Returns the output of a command that succeeds. A word may be an array of words. */
  String output(Object... words) throws IOException {
    assertThat(run(words)).as(err()).isZero();
    return out();
  }

  /** Returns the messages of a command that fails. */
  String error(Object... words) throws IOException {
    assertThat(run(words)).as(err()).isEqualTo(1);
    return err();
  }

  /** Returns the messages of a command that is wrong usage. */
  String usage(Object... words) throws IOException {
    assertThat(run(words)).as(err()).isEqualTo(2);
    return err();
  }

  /** What the last command printed. */
  String out() {
    return out.toString(UTF_8);
  }

  String err() {
    return err.toString(UTF_8);
  }

  Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  /** The rows of the table, without their sessions, on one line. */
  String rows() {
    return test.sql("SELECT a, b FROM loaded ORDER BY a").replace('\n', ' ');
  }
}
