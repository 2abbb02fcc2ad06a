package io.loadpath.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.suite.Measure;
import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.LoopbackPort;
import io.loadpath.rows.Column;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The probes of the database and of the link to it, in a schema of a run. */
@Timeout(120)
@ExtendWith(SharedServer.class)
class DatabaseCopyIT {
  private static TestServer test;

  private final Trials trials = new Trials(2, () -> {}, Map.of());
  private static ProbeServer server;
  private static ProbeServer users;
  private Path folder;

  @BeforeAll
  static void findServer() {
    test = SharedServer.test();
    test.sql("CREATE SCHEMA limits_of_a_run");
    server = new ProbeServer(test.server.connection(), "limits_of_a_run", false);
    users = new ProbeServer(test.server.connection(), "limits_of_a_run", true);
  }

  @AfterAll
  static void dropSchema() {
    test.sql("DROP SCHEMA limits_of_a_run"); // fails if anything is in it
  }

  @BeforeEach
  void makeFolder() throws IOException {
    folder = test.newFolder();
  }

  private DatabaseCopy probe(Trials by, ProbeTarget target) {
    return new DatabaseCopy(by, server, folder, target);
  }

  private static long count(String from) throws SQLException, IOException {
    try (Connection session = server.connect();
        Statement statement = session.createStatement();
        ResultSet result = statement.executeQuery("SELECT count(*) FROM " + from)) {
      result.next();
      return result.getLong(1);
    }
  }

  private static long sessions() throws SQLException, IOException {
    return count(
        "pg_stat_activity WHERE application_name LIKE 'loadpath-limits %' AND pid <> pg_backend_pid()");
  }

  private static void nothingIsLeft() throws Exception {
    assertThat(count("pg_class WHERE relname LIKE 'loadpath_limits%'")).isZero();
    // one that was closed this moment takes another to end
    Await.until("the sessions end", () -> sessions() == 0);
  }

  @ParameterizedTest
  @CsvSource({"1, none", "3, gzip-3"})
  void allRowsAreCopiedThreeTimesAndNothingIsLeft(int files, String codec) throws Exception {
    ProbeTarget target = TestData.cards(folder, Measure.LOAD, true, files, codec);

    Limit limit = probe(trials, target).run();

    assertThat(limit.name()).isEqualTo("database-copy");
    assertThat(limit.bytes()).isEqualTo(target.manifest().logicalBytes());
    assertThat(limit.threads()).isEqualTo(2);
    assertThat(limit.wallNanos()).hasSize(3);
    assertThat(limit.dataset()).isEqualTo(target.dataset());
    nothingIsLeft();
  }

  /** A user's column may have any name. */
  @Test
  void aNameMayHoldAPercentSign() throws Exception {
    ProbeTarget cards = TestData.cards(folder, Measure.LOAD, true, 1, "none");
    Table table = cards.table();
    List<Column> columns = new ArrayList<>(table.columns());
    Column last = columns.remove(columns.size() - 1);
    columns.add(new Column("share in %", last.type(), last.nullable()));
    ProbeTarget target =
        new ProbeTarget(
            Measure.LOAD,
            true,
            new Table(table.name(), table.files(), table.format(), columns, null),
            cards.dataset(),
            cards.folder(),
            cards.manifest());

    assertThat(probe(trials, target).run().wallNanos()).hasSize(3);
  }

  @Test
  void eachSessionGetsItsPartOfTheRows() throws Exception {
    ProbeTarget target = TestData.cards(folder, Measure.LOAD, true, 1, "none");

    DatabaseCopy.Rows rows = probe(trials, target).stage(4, Long.MAX_VALUE);

    assertThat(rows.rows()).isEqualTo(TestData.ROWS);
    assertThat(rows.files())
        .hasSize(4)
        .allSatisfy(file -> assertThat(file.toFile().length()).isGreaterThan(60_000L));
    assertThat(count("loadpath_limits_staged WHERE card_type IS NULL")).isBetween(200L, 600L);
    assertThat(count("loadpath_limits_staged WHERE after_last_delimiter <> ''")).isZero();
    server.dropTables();
  }

  @Test
  void theBeginningOfEachFileOfALargeDatasetIsTaken() throws Exception {
    ProbeTarget target = TestData.cards(folder, Measure.LOAD, true, 2, "gzip-3");

    DatabaseCopy.Rows rows = probe(trials, target).stage(2, 400_000);

    assertThat(rows.textBytes()).isBetween(390_000L, 530_000L);
    assertThat((double) rows.textBytes() / rows.rows()).isBetween(65.0, 75.0);
    server.dropTables();
  }

  @Test
  void theClientSendsTheRowsIfTheServerCannotReadTheFiles() throws Exception {
    ProbeTarget target = TestData.cards(folder, Measure.LOAD, true, 1, "none");
    test.sql(
        "CREATE ROLE no_files LOGIN PASSWORD 'x'; GRANT ALL ON SCHEMA limits_of_a_run TO no_files");
    try {
      ProbeServer limited = new ProbeServer(as("no_files", "x"), server.schema(), true);

      Limit limit = new DatabaseCopy(trials, limited, folder, target).run();

      assertThat(limit.title()).contains("sent by the client");
      assertThat(limit.bytes()).isEqualTo(target.manifest().logicalBytes());
      assertThat(probe(trials, target).run().title()).doesNotContain("sent");
      nothingIsLeft();
    } finally {
      test.sql("DROP OWNED BY no_files; DROP ROLE no_files");
    }
  }

  /** The same server for another role. */
  private ConnectionInfo as(String role, String password) throws IOException {
    Path file = Files.writeString(folder.resolve("password"), password);
    ConnectionInfo up = test.server.connection();
    return new ConnectionInfo(up.host(), up.port(), role, up.database(), file, file);
  }

  @Test
  void aLinkIsMeasuredInBothDirections() throws Exception {
    try (Connection session = server.connect()) {
      Link link = Link.measure(session);

      assertThat(link.roundTripNanos()).isBetween(1_000L, 1_000_000_000L);
      assertThat(link.sentBytesPerSecond()).isBetween(1e7, 1e11);
      assertThat(link.receivedBytesPerSecond()).isBetween(1e7, 1e11);
    }
  }

  @Test
  void theLinkToAUsersServerIsALimit() throws Exception {
    LinkProbes link = new LinkProbes(trials, users);

    for (LimitProbes.Probe probe : List.of(link.send(), link.receive())) {
      Limit limit = probe.search().run();

      assertThat(limit.name()).isEqualTo(probe.name());
      assertThat(limit.threads()).isEqualTo(2);
      assertThat(limit.wallNanos()).hasSize(3);
      assertThat(limit.bytes()).isGreaterThanOrEqualTo(2L * 16 * Link.BLOCK_BYTES);
      assertThat(limit.bytesPerSecond()).isBetween(1e7, 1e11);
    }
    nothingIsLeft();
  }

  @ParameterizedTest
  @CsvSource({"staged", "rows-1.binary"})
  void aStopEndsTheSessionsAndDropsTheTables(String reached) throws Exception {
    ProbeTarget target = TestData.cards(folder, Measure.LOAD, true, 1, "none");
    Trials stopped =
        new Trials(
            2,
            () -> {
              if (reached.equals("staged") || Files.exists(folder.resolve(reached))) {
                throw new IllegalStateException("stopped");
              }
            },
            Map.of());

    assertThatThrownBy(() -> probe(stopped, target).run()).hasMessage("stopped");
    nothingIsLeft();
  }

  @Test
  void aServerThatIsDownIsAFailureOfTheProbeAlone() throws Exception {
    ProbeTarget target = TestData.cards(folder, Measure.LOAD, true, 1, "none");
    ConnectionInfo up = test.server.connection();
    ConnectionInfo down =
        new ConnectionInfo(
            up.host(),
            LoopbackPort.free(),
            up.user(),
            up.database(),
            up.passFile(),
            up.passwordFile());

    assertThatThrownBy(
            () -> new DatabaseCopy(trials, new ProbeServer(down, "s", false), folder, target).run())
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("refused");
  }

  @Test
  void aFileThatTheServerCannotReadIsAFailureAndNothingIsLeft() throws Exception {
    ProbeTarget target = TestData.cards(folder, Measure.LOAD, true, 1, "none");
    Trials deleting =
        new Trials(2, () -> folder.resolve("rows-0.binary").toFile().delete(), Map.of());

    assertThatThrownBy(() -> probe(deleting, target).run())
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("rows-0.binary");
    nothingIsLeft();
  }
}
