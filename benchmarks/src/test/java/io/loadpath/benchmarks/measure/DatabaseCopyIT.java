package io.loadpath.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.suite.Measure;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
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
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The probe of the database, on the bundled server. */
@Timeout(120)
@ExtendWith(SharedServer.class)
class DatabaseCopyIT {
  private static TestServer test;

  private final Trials trials = new Trials(2, () -> {}, Map.of());
  private Path folder;

  @BeforeAll
  static void findServer() {
    test = SharedServer.test();
  }

  @BeforeEach
  void makeFolder() throws IOException {
    folder = test.newFolder();
  }

  private DatabaseCopy probe(Trials by, ProbeTarget target) {
    return new DatabaseCopy(by, test.server.connection(), folder, target);
  }

  private static Connection connect() throws SQLException, IOException {
    return DatabaseCopy.connect(test.server.connection());
  }

  private static void makeSchema(String more) throws SQLException, IOException {
    try (Connection session = connect();
        Statement statement = session.createStatement()) {
      statement.execute("CREATE SCHEMA loadpath_limits " + more);
    }
  }

  private static long count(String from) throws SQLException, IOException {
    try (Connection session = connect();
        Statement statement = session.createStatement();
        ResultSet result = statement.executeQuery("SELECT count(*) FROM " + from)) {
      result.next();
      return result.getLong(1);
    }
  }

  private static long sessions() throws SQLException, IOException {
    return count(
        "pg_stat_activity WHERE application_name = 'loadpath-limits' AND pid <> pg_backend_pid()");
  }

  private static void nothingIsLeft() throws Exception {
    assertThat(count("pg_namespace WHERE nspname = 'loadpath_limits'")).isZero();
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
    assertThat(count("staged WHERE card_type IS NULL")).isBetween(200L, 600L);
    assertThat(count("staged WHERE after_last_delimiter <> ''")).isZero();
    DatabaseCopy.drop(test.server.connection());
  }

  @Test
  void theBeginningOfEachFileOfALargeDatasetIsTaken() throws Exception {
    ProbeTarget target = TestData.cards(folder, Measure.LOAD, true, 2, "gzip-3");

    DatabaseCopy.Rows rows = probe(trials, target).stage(2, 400_000);

    assertThat(rows.textBytes()).isBetween(390_000L, 530_000L);
    assertThat((double) rows.textBytes() / rows.rows()).isBetween(65.0, 75.0);
    DatabaseCopy.drop(test.server.connection());
  }

  @Test
  void leftoversOfAKilledRunAreDropped() throws Exception {
    ProbeTarget target = TestData.cards(folder, Measure.LOAD, true, 1, "none");
    makeSchema("CREATE TABLE shared (n integer)");
    try (Connection left = connect();
        Statement locks = left.createStatement()) {
      left.setAutoCommit(false);
      locks.execute("LOCK TABLE shared");

      probe(trials, target).run();

      assertThat(left.isValid(1)).isFalse();
    }
    nothingIsLeft();
  }

  @Test
  void aRunThatProbesNothingDropsItToo() throws Exception {
    ProbeTarget small =
        TestData.target(folder, Dataset.allCardTrans(10, 1, Codec.NONE), Measure.IMPORT, true);
    makeSchema("");

    new LimitProbes(folder, Optional.of(test.server.connection()), Map.of(), () -> {}, System.out)
        .run(List.of(small));

    nothingIsLeft();
  }

  @ParameterizedTest
  @CsvSource({"staged", "rows-1.binary"})
  void aStopEndsTheSessionsAndDropsTheSchema(String reached) throws Exception {
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

    assertThatThrownBy(() -> new DatabaseCopy(trials, down, folder, target).run())
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
