package io.loadpath.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.postgres.sql.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the functions of loads keep, refuse and lock, on the bundled server. */
class LoadFunctionsIT {
  private static final String FORMAT =
      "(FORMAT csv, DELIMITER '|', NULL '', QUOTE E'\\x01', FORCE_NOT_NULL (after_last_delimiter))";

  private static final Script FUNCTIONS = Script.file("sql/functions.sql");
  private static String password;
  private static Path part;
  private static TestServer test;

  private final List<Connection> sessions = new ArrayList<>();
  private Connection user;

  @BeforeAll
  static void start() throws IOException {
    test = TestServer.started();
    password = Files.readString(test.server.connection().passwordFile());
    test.run(Map.of(), FUNCTIONS);
    Path folder = test.newFolder();
    part = Files.writeString(folder.resolve("part-0"), "1|one|\n2|two|\n");
  }

  @AfterAll
  static void stop() throws IOException {
    test.delete();
  }

  @BeforeEach
  void makeTarget() throws SQLException {
    user = session();
    run(
        """
        CREATE EXTENSION IF NOT EXISTS file_fdw;
        CALL loadpath.make_schema('l');
        CREATE TABLE l.t (a integer NOT NULL, b text);
        INSERT INTO l.t VALUES (0, 'old');
        COMMENT ON TABLE l.t IS 'Loadpath: test';
        CREATE SERVER l FOREIGN DATA WRAPPER file_fdw;
        COMMENT ON SERVER l IS 'Loadpath: test'
        """);
  }

  @AfterEach
  void drop() throws SQLException {
    for (Connection session : sessions.subList(1, sessions.size())) {
      session.close();
    }
    run(
        "RESET ROLE; DROP PUBLICATION IF EXISTS pub; DROP SCHEMA IF EXISTS outside CASCADE;"
            + " CALL loadpath.drop_staging(coalesce(to_regclass('l.t')::oid, 0));"
            + " DROP SERVER IF EXISTS l CASCADE; DROP SCHEMA IF EXISTS l CASCADE");
    assertThat(query("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'loadpath\\_%'"))
        .isEmpty();
    user.close();
  }

  // ---- replace

  @Test
  void aPlainTableIsSwapped() throws SQLException {
    Connection load = staged();

    assertThat(replace(load, 1, 2)).contains("by a swap of tables");

    requireNewRows(user);
    assertThat(query("SELECT conname FROM pg_constraint WHERE conrelid = 'l.t'::regclass"))
        .containsExactly("t_a_not_null");
  }

  /**
   * Each is lost by a swap: the catalog is the same before and after a load, and the load works.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "GRANT SELECT ON l.t TO PUBLIC",
        "GRANT SELECT (a) ON l.t TO PUBLIC",
        "ALTER TABLE l.t OWNER TO pg_monitor",
        "CREATE POLICY p ON l.t USING (a > 0)",
        "ALTER TABLE l.t ENABLE ROW LEVEL SECURITY",
        "ALTER TABLE l.t SET (fillfactor = 70)",
        "ALTER TABLE l.t ADD PRIMARY KEY (a)",
        "CREATE INDEX my_index ON l.t (b)",
        "ALTER TABLE l.t ADD CHECK (a < 9)",
        "ALTER TABLE l.t ADD FOREIGN KEY (a) REFERENCES l.other",
        "ALTER TABLE l.t ALTER b SET DEFAULT 'x'",
        "ALTER TABLE l.t ADD twice integer GENERATED ALWAYS AS (a * 2) STORED",
        "CREATE VIEW l.v AS SELECT * FROM l.t",
        "CREATE STATISTICS l.s ON a, b FROM l.t",
        "ALTER TABLE l.t REPLICA IDENTITY FULL; CREATE PUBLICATION pub FOR TABLE l.t",
        "COMMENT ON COLUMN l.t.a IS 'mine'",
        "COMMENT ON TABLE l.t IS 'mine'",
        "COMMENT ON CONSTRAINT t_a_not_null ON l.t IS 'mine'",
        "CREATE PUBLICATION pub FOR TABLES IN SCHEMA l WITH (publish = 'insert')",
        "CREATE DOMAIN l.d AS l.t",
        "CREATE FUNCTION l.f(l.t[]) RETURNS integer LANGUAGE sql RETURN 1",
        "ALTER TABLE l.t REPLICA IDENTITY FULL",
        "CREATE FUNCTION l.f(l.t) RETURNS integer LANGUAGE sql RETURN 1",
        "CREATE TRIGGER g AFTER INSERT ON l.t FOR EACH ROW EXECUTE FUNCTION l.nothing()",
      })
  void whateverASwapWouldLoseIsKept(String ddl) throws SQLException {
    run("CREATE TABLE l.other (k integer PRIMARY KEY); INSERT INTO l.other VALUES (0), (1), (2)");
    run("CREATE FUNCTION l.nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'");
    run(ddl);
    List<String> before = catalog();
    Connection load = staged();

    assertThat(replace(load, 1, 2))
        .contains("by DELETE and INSERT, since a swap of tables would lose");

    assertThat(catalog()).isEqualTo(before);
    requireNewRows(user);
  }

  private List<String> catalog() throws SQLException {
    return query(
        """
        SELECT oid, relowner, relacl, reloptions, relrowsecurity, relreplident,
          (SELECT array_agg(a::text ORDER BY attnum) FROM pg_attribute AS a WHERE attrelid = c.oid),
          (SELECT array_agg(d::text ORDER BY d::text) FROM pg_depend AS d
            WHERE refobjid IN (c.oid, c.reltype) AND d.classid <> 'pg_class'::regclass OR objid = c.oid),
          (SELECT array_agg(indexrelid::regclass ORDER BY indexrelid) FROM pg_index WHERE indrelid = c.oid),
          (SELECT array_agg(d::text ORDER BY d::text) FROM pg_description AS d WHERE objoid = c.oid)
        FROM pg_class AS c WHERE oid = 'l.t'::regclass
        """);
  }

  @Test
  void aSerialColumnIsFilledByItsSequence() throws SQLException {
    run("ALTER TABLE l.t ADD id serial PRIMARY KEY");
    for (int expected = 2; expected <= 4; expected += 2) {
      Connection load = session();
      execute(load, "CALL loadpath.stage_replace('l.t', ARRAY['a', 'b'])");
      fill();
      replace(load, 1, 2);
      end(load);
      assertThat(query("SELECT a, id FROM l.t ORDER BY a"))
          .containsExactly("1|" + expected, "2|" + (expected + 1));
    }
  }

  @Test
  void aPartitionKeepsItsPlaceInItsParent() throws SQLException {
    run("CREATE TABLE l.parent (LIKE l.t) PARTITION BY LIST (b)");
    run("ALTER TABLE l.parent ATTACH PARTITION l.t DEFAULT");
    Connection load = staged();
    replace(load, 1, 2);

    assertThat(query("SELECT a FROM l.parent ORDER BY a")).containsExactly("1", "2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "CREATE RULE r AS ON INSERT TO l.t DO INSTEAD NOTHING; rule r changes what INSERT or DELETE does",
        "CREATE PUBLICATION pub FOR TABLE l.t; publication pub publishes deletes",
        "CREATE PUBLICATION pub FOR TABLES IN SCHEMA l; publication pub publishes deletes",
        "CREATE PUBLICATION pub FOR ALL TABLES; publication pub of all tables would publish the staging",
        "CREATE TABLE l.parent (a int PRIMARY KEY, b text) PARTITION BY RANGE (a)@"
            + " ALTER TABLE l.parent ATTACH PARTITION l.t DEFAULT@"
            + " CREATE TABLE l.child (a int REFERENCES l.parent ON DELETE CASCADE);"
            + " of l.child refers to its rows",
        "CREATE TABLE l.child () INHERITS (l.t); l.child inherits from it",
        "ALTER TABLE l.t ADD PRIMARY KEY (a)@ CREATE TABLE l.child (a int REFERENCES l.t ON DELETE CASCADE);"
            + " foreign key child_a_fkey of l.child refers to its rows"
      })
  void whatCanBeNeitherIsRefusedByNameBeforeAnyRow(String ddl, String message) throws SQLException {
    run(ddl.replace('@', ';'));

    assertThatThrownBy(this::stage)
        .hasMessageContaining("l.t cannot be replaced")
        .hasMessageContaining(message);
    requireOldRows(user);
  }

  @Test
  void aPublicationIsSeenWhateverTheSchemasName() throws SQLException {
    run("CREATE SCHEMA \"out side\"; CREATE TABLE \"out side\".t (a integer)");
    run("CREATE PUBLICATION pub FOR TABLE \"out side\".t");

    assertThatThrownBy(() -> run("CALL loadpath.stage_replace('\"out side\".t')"))
        .hasMessageContaining("publication pub publishes deletes");
    run("DROP SCHEMA \"out side\" CASCADE");
  }

  /** A role that is no superuser does not see the kinds of others' sessions. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aReaderWithAnOlderSnapshotSeesTheOldRows(boolean superuser) throws SQLException {
    Connection reader = session();
    execute(reader, "BEGIN ISOLATION LEVEL REPEATABLE READ");
    rows(reader, "SELECT 1");
    Connection load = session();
    if (!superuser) {
      execute(
          load,
          "ALTER TABLE l.t OWNER TO pg_checkpoint; GRANT CREATE ON DATABASE loadpath TO pg_checkpoint;"
              + " GRANT ALL ON SCHEMA l TO pg_checkpoint; SET ROLE pg_checkpoint");
    }
    execute(load, "CALL loadpath.stage_replace('l.t')");
    fill();

    assertThat(replace(load, 1, 2)).contains("may look at it as it was");

    requireOldRows(reader);
    execute(reader, "COMMIT");
    requireNewRows(reader);
  }

  @Test
  void aSnapshotTakenDuringTheSwapSeesTheNewRows() throws SQLException {
    Connection load = staged();
    execute(load, "BEGIN");
    assertThat(replace(load, 1, 2)).contains("by a swap of tables");
    Connection reader = session();
    execute(reader, "BEGIN ISOLATION LEVEL REPEATABLE READ");
    rows(reader, "SELECT 1");

    execute(load, "COMMIT");

    requireNewRows(reader);
  }

  @Test
  void aReaderThatWaitsForTheSwapDoesNotHinderIt() throws Exception {
    Connection load = staged();
    run("BEGIN; LOCK TABLE l.t IN ACCESS SHARE MODE");
    CompletableFuture<String> end = waiting(() -> replace(load, 1, 2));
    Connection reader = session();
    CompletableFuture<List<String>> read =
        waiting(() -> rows(reader, "SELECT b FROM l.t ORDER BY a"));

    run("COMMIT");

    assertThat(end.join()).contains("by a swap of tables");
    assertThat(read.join()).containsExactly("one", "two");
  }

  @ParameterizedTest
  @CsvSource({"DELETE, 1 rows of l.t were not deleted", "INSERT, 0 of 2 staged rows were inserted"})
  void aRowThatATriggerKeepsBackIsAnError(String event, String message) throws SQLException {
    run(
        "CREATE FUNCTION l.keep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';"
            + " CREATE TRIGGER g BEFORE "
            + event
            + " ON l.t FOR EACH ROW EXECUTE FUNCTION l.keep()");
    Connection load = staged();

    assertThatThrownBy(() -> replace(load, 1, 2)).hasMessageContaining(message);
    requireOldRows(user);
  }

  @Test
  void aSessionThatStillLoadsIsAnErrorThatNamesIt() throws SQLException {
    Connection load = staged();
    Connection late = session();
    execute(
        late, "BEGIN; CALL loadpath.join_load('l.t'); INSERT INTO loaded VALUES (3, 'late', '')");

    assertThatThrownBy(() -> replace(load, 1, 2))
        .hasMessageContaining("a session still loads a file into l.t: pid")
        .hasMessageContaining(pid(late));
    execute(late, "ROLLBACK");
    replace(load, 1, 2);
  }

  @Test
  void aLoadThatWouldNotSeeLaterCommitsDoesNotEnd() throws SQLException {
    Connection load = staged();
    execute(load, "SET default_transaction_isolation TO 'repeatable read'");

    assertThatThrownBy(() -> replace(load, 1, 2)).hasMessageContaining("ends at READ COMMITTED");
  }

  @Test
  void aStagingOfAnotherRoleIsNotUsed() throws SQLException {
    String staging = query("SELECT 'loadpath_' || 'l.t'::regclass::oid").get(0);
    end(stage());
    run("ALTER SCHEMA " + staging + " OWNER TO pg_monitor");

    stage();

    assertThat(
            query(
                "SELECT nspowner = current_user::regrole FROM pg_namespace WHERE nspname = '"
                    + staging
                    + "'"))
        .containsExactly("t");
  }

  @Test
  void aViewOfTheStagingIsNotDropped() throws SQLException {
    end(stage());
    String staging = query("SELECT 'loadpath_' || 'l.t'::regclass::oid").get(0);
    run("CREATE SCHEMA outside; CREATE VIEW outside.v AS SELECT * FROM " + staging + ".rejected");
    run("INSERT INTO " + staging + ".files VALUES ('x', 0, 0, 0)");

    assertThatThrownBy(this::stage)
        .hasMessageContaining("view outside.v depends on table " + staging);
    run("DROP SCHEMA outside CASCADE");
  }

  @Test
  void ofTwoLoadsOneFailsAtOnceAndTheOtherWinsWhole() throws SQLException {
    Connection load = staged();
    String pid = pid(load);

    assertThatThrownBy(this::stage)
        .hasMessageContaining("another load of l.t runs, in the session with pid " + pid);

    replace(load, 1, 2);
    requireNewRows(user);
  }

  /** A client that is killed closes its sockets; a backend that ends takes its locks with it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theNextLoadWorksAfterAKill(boolean backend) throws Exception {
    Connection load = stage();
    Connection worker = session();
    execute(worker, "BEGIN; CALL loadpath.join_load('l.t')");
    String pid = pid(load);
    if (backend) {
      query("SELECT pg_terminate_backend(" + pid + ", 10000)");
    } else {
      end(load);
    }
    assertThatThrownBy(() -> execute(worker, "CALL loadpath.file_loaded('l.t', 'x', 1)"))
        .hasMessageContaining("no load of l.t runs");
    Connection orphan = session();
    String orphanPid = pid(orphan);
    execute(
        orphan,
        "BEGIN; SELECT pg_advisory_xact_lock_shared(1885434484, loadpath.lock_key('l.t'::regclass))");

    Connection next = staged();
    replace(next, 1, 2);

    assertThat(query("SELECT pid FROM pg_stat_activity WHERE pid = " + orphanPid)).isEmpty();
    requireNewRows(user);
  }

  @Test
  void aCountThatDiffersChangesNothing() throws SQLException {
    Connection load = staged();

    assertThatThrownBy(() -> replace(load, 1, 3))
        .hasMessageContaining("2 rows of 1 files are staged, not 3 rows of 1 files");
    requireOldRows(user);
  }

  /** A swap takes another lock than DELETE and INSERT, which an index makes it. */
  @ParameterizedTest
  @ValueSource(strings = {"SELECT 1", "CREATE INDEX ON l.t (a)"})
  void aTableInUseIsAnErrorThatNamesItsUser(String ddl) throws SQLException {
    run(ddl);
    run("BEGIN; LOCK TABLE l.t IN ROW EXCLUSIVE MODE");
    Connection load = staged();
    execute(load, "SET lock_timeout TO '200ms'");

    assertThatThrownBy(() -> replace(load, 1, 2))
        .hasMessageContaining("l.t is in use: no lock within 200ms")
        .hasMessageContaining("pid " + pid(user));
    run("COMMIT");
    requireOldRows(user);
  }

  // ---- attach

  @Test
  void attachDropsOnlyWhatLoadsMade() throws SQLException {
    run("CREATE TABLE l.mine () INHERITS (l.t); INSERT INTO l.mine VALUES (7, 'mine')");
    attach();
    attach();

    assertThat(query("SELECT a FROM l.t ORDER BY a")).containsExactly("1", "2", "7");
  }

  @ParameterizedTest
  @ValueSource(strings = {"copy", "insert", "create-table-as"})
  void aCheckOfTheUserIsCarriedOver(String way) throws SQLException {
    attach();
    run("DELETE FROM l.t; ALTER TABLE l.t ADD CONSTRAINT small CHECK (a < 9)");
    attach(way);
    attach(way);

    requireNewRows(user);
    assertThatThrownBy(() -> run("INSERT INTO l.\"t_part-0\" (a) VALUES (10)"))
        .hasMessageContaining("small");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "CREATE INDEX i ON l.\"t_part-0\" (a); index l.i would be lost",
        "CREATE TABLE l.mine () INHERITS (l.\"t_part-0\"); l.mine was not made by Loadpath",
        "CREATE PUBLICATION pub FOR TABLE l.t; publication pub would not publish attached rows",
        "GRANT SELECT ON l.\"t_part-0\" TO PUBLIC; privileges of l.\"t_part-0\" would be lost",
        "ALTER TABLE l.t ADD UNIQUE (a); constraint t_a_key of l.t would not hold for attached tables",
        "CREATE TRIGGER g BEFORE INSERT ON l.t EXECUTE FUNCTION suppress_redundant_updates_trigger();"
            + " trigger g would not fire"
      })
  void whatAttachWouldLoseIsRefusedByNameBeforeAnyRow(String ddl, String message)
      throws SQLException {
    attach();
    run(ddl);

    assertThatThrownBy(
            () -> execute(session(), "CALL loadpath.stage_attach('l.t', 'copy', 'full')"))
        .hasMessageContaining("l.t cannot be loaded by attaching tables")
        .hasMessageContaining(message);
    requireNewRows(user);
  }

  @Test
  void anIndexMadeDuringTheLoadIsNotLost() throws Exception {
    attach();
    try (Connection load = session()) {
      execute(load, "CALL loadpath.stage_attach('l.t', 'copy', 'full')");
      execute(load, "CALL loadpath.load_file('l.t', 'l.\"part-0\"', 'copy', 'full')");
      run("BEGIN; CREATE INDEX i ON l.\"t_part-0\" (a)");
      CompletableFuture<List<String>> end =
          waiting(() -> rows(load, "SELECT loadpath.attach('l.t', ARRAY['part-0'], 0)"));
      run("COMMIT");

      assertThatThrownBy(end::join).hasMessageContaining("index l.i would be lost");
    }
  }

  @Test
  void defaultPrivilegesDoNotHinderTheNextLoad() throws SQLException {
    run("ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO pg_monitor");
    try {
      attach();
      attach();
      run(
          "CALL loadpath.drop_staging('l.t'::regclass); DROP TABLE l.t CASCADE;"
              + " CREATE TABLE l.t (a integer, b text)");
      Connection load = stage();
      fill();
      assertThat(replace(load, 1, 2)).contains("by a swap of tables");
      assertThat(query("SELECT has_table_privilege('pg_monitor', 'l.t', 'SELECT')"))
          .containsExactly("t");
    } finally {
      run("ALTER DEFAULT PRIVILEGES REVOKE SELECT ON TABLES FROM pg_monitor");
    }
  }

  @Test
  void aTableThatIsInTheWayIsNotTouched() throws SQLException {
    run("CREATE TABLE l.\"t_part-0\" (x int)");

    assertThatThrownBy(this::attach)
        .hasMessageContaining("the table t_part-0 of schema l is in the way");
  }

  // ---- teardown and installation

  @Test
  void tearsDownOnlyWhatCarriesOurMark() throws SQLException {
    run("CREATE SCHEMA outside; CREATE TABLE outside.t (a int)");

    assertThatThrownBy(() -> run("CALL loadpath.drop_schema('outside')"))
        .hasMessageContaining("the schema outside was not made by Loadpath");

    run("COMMENT ON SERVER l IS NULL");
    assertThatThrownBy(() -> run("CALL loadpath.drop_schema('l')"))
        .hasMessageContaining("the foreign server l was not made by Loadpath");
    requireOldRows(user);
  }

  /** What a user has put into our schema, or made of it elsewhere, would go with a CASCADE. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "CREATE TABLE l.mine (a int); table l.mine",
        "CREATE SEQUENCE l.mine; sequence l.mine",
        "CREATE FUNCTION l.mine() RETURNS int LANGUAGE sql RETURN 1; function l.mine()",
        "CREATE VIEW outside.v AS SELECT * FROM l.t; view outside.v",
        "CREATE TABLE outside.x (c l.t); column c of table outside.x",
        "CREATE FUNCTION outside.f(l.t) RETURNS int LANGUAGE sql RETURN 1; function outside.f(l.t)",
        "CREATE POLICY p ON outside.t USING (a IN (SELECT a FROM l.t)); policy p on table outside.t",
        "CREATE TABLE outside.child () INHERITS (l.t); table outside.child",
        "CREATE FOREIGN TABLE outside.e (a int) SERVER l OPTIONS (filename '/x'); foreign table outside.e",
        "CREATE USER MAPPING FOR PUBLIC SERVER l; user mapping for public on server l",
      })
  void tearsDownNothingWhereAUserHasMadeSomething(String ddl, String object) throws SQLException {
    run("CREATE SCHEMA outside; CREATE TABLE outside.t (a int)");
    run(ddl);

    assertThatThrownBy(() -> run("CALL loadpath.drop_schema('l')")).hasMessageContaining(object);
    requireOldRows(user);
  }

  @Test
  void tearsDownWhileALoadRunsButEndsNoReader() throws SQLException {
    Connection load = stage();
    Connection reader = session();
    execute(reader, "BEGIN; SELECT * FROM l.t");

    run("SET lock_timeout TO '200ms'");
    assertThatThrownBy(() -> run("CALL loadpath.drop_schema('l')"))
        .hasMessageContaining("l.t is in use")
        .hasMessageContaining("pid " + pid(reader));
    requireOldRows(reader);
    execute(reader, "COMMIT");

    run("CALL loadpath.drop_schema('l')");
    assertThatThrownBy(() -> rows(load, "SELECT 1")).isInstanceOf(SQLException.class);
  }

  @Test
  void aTableOfTheServersUserIsNotAmongTheFunctions() throws SQLException {
    assertThat(query("SELECT current_schema()")).containsExactly("public");
  }

  @Test
  void twoInstallAtOnceAndAnotherSchemaOfTheNameIsRefused() throws SQLException {
    List<CompletableFuture<String>> installations =
        Stream.generate(() -> CompletableFuture.supplyAsync(() -> test.run(Map.of(), FUNCTIONS)))
            .limit(4)
            .toList();
    installations.forEach(CompletableFuture::join);

    for (String[] change :
        new String[][] {
          {"COMMENT ON SCHEMA loadpath IS NULL", "not made by Loadpath"},
          {"COMMENT ON SCHEMA loadpath IS 'Loadpath: functions of loads, version 0'", "version 1"},
          {"ALTER SCHEMA loadpath OWNER TO pg_monitor", "not made by Loadpath"}
        }) {
      run(change[0]);
      assertThatThrownBy(() -> test.run(Map.of(), FUNCTIONS))
          .hasMessageContaining("the schema loadpath")
          .hasMessageContaining(change[1]);
      run("COMMENT ON SCHEMA loadpath IS 'Loadpath: functions of loads, version 1'");
    }
    run("ALTER SCHEMA loadpath OWNER TO loadpath");
  }

  private Connection stage() throws SQLException {
    Connection session = session();
    execute(session, "CALL loadpath.stage_replace('l.t')");
    return session;
  }

  /** Starts a call that waits for a lock, and waits until it does. */
  private <T> CompletableFuture<T> waiting(Callable<T> call)
      throws SQLException, InterruptedException {
    String query = "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted";
    List<String> before = query(query);
    CompletableFuture<T> result =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return call.call();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    do {
      Thread.sleep(50); // a query of this session at the same time would keep the call from a swap
    } while (!result.isDone() && query(query).equals(before));
    return result;
  }

  /** Closes a session and waits until its locks are gone. */
  private void end(Connection session) throws SQLException {
    String pid = pid(session);
    session.close();
    while (!query("SELECT pid FROM pg_stat_activity WHERE pid = " + pid).isEmpty()) {
      Thread.onSpinWait();
    }
  }

  /** A load with two rows, staged from another session as a client does. */
  private Connection staged() throws SQLException {
    Connection load = stage();
    fill();
    return load;
  }

  private void fill() throws SQLException {
    try (Connection session = session()) {
      String copy = "BEGIN; CALL loadpath.join_load('l.t'); COPY loaded FROM '%s' %s;";
      execute(session, copy.formatted(part, FORMAT));
      execute(session, "CALL loadpath.file_loaded('l.t', 'part-0', 2); COMMIT");
    }
  }

  private static void requireOldRows(Connection session) throws SQLException {
    assertThat(rows(session, "SELECT b FROM l.t")).containsExactly("old");
  }

  private static void requireNewRows(Connection session) throws SQLException {
    assertThat(rows(session, "SELECT a, b FROM l.t ORDER BY a")).containsExactly("1|one", "2|two");
  }

  private static String pid(Connection session) throws SQLException {
    return rows(session, "SELECT pg_backend_pid()").get(0);
  }

  private static String replace(Connection load, long files, long rows) throws SQLException {
    try (Statement statement = load.createStatement()) {
      statement.execute("CALL loadpath.replace('l.t', %d, %d)".formatted(files, rows));
      return String.valueOf(statement.getWarnings());
    }
  }

  private void attach() throws SQLException {
    attach("copy");
  }

  private void attach(String way) throws SQLException {
    try (Connection load = session()) {
      execute(load, "DROP FOREIGN TABLE IF EXISTS l.\"part-0\"");
      String external = "CALL loadpath.make_external_tables('l.t', 'l', '%s', '', false)";
      execute(load, external.formatted(part.getParent()));
      execute(load, "CALL loadpath.stage_attach('l.t', '%s', 'full')".formatted(way));
      execute(load, "CALL loadpath.load_file('l.t', 'l.\"part-0\"', '%s', 'full')".formatted(way));
      assertThat(rows(load, "SELECT * FROM loadpath.attach('l.t', ARRAY['part-0'], 0)"))
          .containsExactly("2|2|0");
    }
  }

  private Connection session() throws SQLException {
    ConnectionInfo server = test.server.connection();
    String url = server.jdbcUrl() + "?preferQueryMode=simple";
    Connection session = DriverManager.getConnection(url, server.user(), password);
    sessions.add(session);
    return session;
  }

  private void run(String sql) throws SQLException {
    execute(user, sql);
  }

  private List<String> query(String sql) throws SQLException {
    return rows(user, sql);
  }

  private static void execute(Connection session, String sql) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.execute(sql);
    }
  }

  private static List<String> rows(Connection session, String query) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(result.getString(i));
        }
        rows.add(String.join("|", row.stream().map(String::valueOf).toList()));
      }
      return rows;
    }
  }
}
