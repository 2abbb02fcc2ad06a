package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.SharedServer;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The queries of 00-preflight.sql and 06-statistics.sql on the bundled PostgreSQL, which has
 * Oracle's functions and, as tables, the columns of Oracle's views that they read. This shows what
 * they say of a value, not that an Oracle's views have it.
 */
@ExtendWith(SharedServer.class)
class OracleViewsOnPostgresIT {
  private static final Path FOLDER = Path.of("oracle");

  /** An Enterprise Edition of 19c, ready for a load with 2 servers. */
  private static final String VIEWS =
      """
      CREATE FUNCTION oracle.sys_context(namespace text, parameter text) RETURNS text
      LANGUAGE sql RETURN CASE parameter WHEN 'CON_NAME' THEN 'PDB1' END;
      CREATE FUNCTION oracle.to_number(expr text) RETURNS numeric LANGUAGE plpgsql AS $$
      BEGIN
        RETURN expr::numeric;
      EXCEPTION WHEN invalid_text_representation THEN
        RAISE EXCEPTION 'ORA-01722: invalid number';
      END $$;
      CREATE TABLE oracle.dual AS SELECT 'X'::text AS dummy;
      CREATE TABLE oracle.v$version AS SELECT 'Oracle Database 19c'::text AS banner;
      CREATE TABLE oracle.v$instance AS SELECT '19.0.0.0.0'::text AS version;
      CREATE TABLE oracle.v$option (parameter text, value text);
      INSERT INTO oracle.v$option VALUES ('Partitioning', 'TRUE'), ('Parallel execution', 'TRUE'),
        ('Parallel load', 'TRUE'), ('Oracle Database Vault', 'FALSE');
      CREATE TABLE oracle.nls_database_parameters AS
        SELECT 'NLS_CHARACTERSET'::text AS parameter, 'AL32UTF8'::text AS value;
      CREATE TABLE oracle.v$database AS SELECT 'ARCHIVELOG'::text AS log_mode, 'NO'::text AS force_logging;
      CREATE TABLE oracle.dba_pdbs AS SELECT 'PDB1'::text AS pdb_name, 'NO'::text AS force_logging;
      CREATE TABLE oracle.dba_users AS SELECT 'LOADER'::text AS username, 'USERS'::text AS default_tablespace;
      CREATE TABLE oracle.dba_tablespaces AS
        SELECT 'USERS'::text AS tablespace_name, 'NO'::text AS force_logging, 8192 AS block_size;
      CREATE TABLE oracle.dba_ts_quotas AS
        SELECT 'LOADER'::text AS username, 'USERS'::text AS tablespace_name, -1 AS max_bytes;
      CREATE TABLE oracle.database_properties (property_name text, property_value text);
      CREATE TABLE oracle.v$parameter (name text, value text);
      INSERT INTO oracle.v$parameter VALUES ('parallel_degree_policy', 'MANUAL'),
        ('parallel_degree_limit', 'CPU'), ('parallel_max_servers', '4'), ('cpu_count', '2'),
        ('cluster_database', 'FALSE'), ('pdb_lockdown', NULL), ('pdb_os_credential', NULL);
      CREATE VIEW oracle.user_users AS SELECT * FROM oracle.dba_users;
      CREATE VIEW oracle.user_tablespaces AS SELECT * FROM oracle.dba_tablespaces;
      CREATE TABLE oracle.v$pq_sesstat (statistic text, last_query numeric, session_total numeric);
      INSERT INTO oracle.v$pq_sesstat VALUES ('Queries Parallelized', 0, 9), ('DML Parallelized', 0, 7), ('DOP', 2, 0);
      CREATE TABLE oracle.v$statname AS SELECT 1 AS statistic#, 'redo size'::text AS name;
      CREATE TABLE oracle.v$mystat AS SELECT 1 AS statistic#, 20.0 AS value;
      CREATE TABLE oracle.v$sysstat AS SELECT 'redo size'::text AS name, 30.0 AS value;
      CREATE TABLE oracle.v$tablespace (ts# int, con_id int, name text);
      INSERT INTO oracle.v$tablespace VALUES (4, 3, 'USERS'), (4, 5, 'OTHERS'), (1, 3, 'SYSAUX');
      CREATE TABLE oracle.v$datafile (ts# int, con_id int, unrecoverable_change# numeric);
      INSERT INTO oracle.v$datafile VALUES (4, 3, 9007199254740993), (4, 3, 5), (4, 5, 9907199254740993),
        (1, 3, 9907199254740994);
      """;

  private Connection session;
  private Statement statement;

  @BeforeEach
  void makeViews() throws IOException, SQLException {
    session = OracleSession.onPostgres();
    statement = session.createStatement();
    // a name with # stands in quotes in PostgreSQL
    statement.execute(inItsWords(VIEWS));
  }

  @AfterEach
  void drop() throws SQLException {
    statement.execute("DROP SCHEMA oracle CASCADE");
    session.close();
  }

  @Test
  void aDatabaseThatIsReadyNeedsNoActionButALookForLinks() throws Exception {
    assertThat(preflight())
        .contains(
            "edition | Oracle Database 19c",
            "option | Parallel execution TRUE",
            "parallel servers | parallel_degree_limit CPU",
            "parallel servers | parallel_max_servers 4",
            "RAC | cluster_database FALSE",
            "quota | USERS unlimited",
            "owner | loader exists",
            "PATH_PREFIX | none",
            "PDB_LOCKDOWN | none",
            "PDB_OS_CREDENTIAL | none")
        .filteredOn(line -> line.split(" \\| ").length > 2)
        .singleElement()
        .isEqualTo(
            "version | 19.0.0.0.0 | no symbolic link in the three paths: as SYS,"
                + " @?/rdbms/admin/utldirsymlink.sql lists directories with one");
  }

  @Test
  void whatStandsInTheWayIsSaidWithItsCure() throws Exception {
    statement.execute(
        """
        UPDATE oracle.v$instance SET version = '12.2.0.1.0';
        UPDATE oracle.v$option SET value = 'FALSE' WHERE parameter <> 'Oracle Database Vault';
        UPDATE oracle.v$parameter SET value = '3' WHERE name = 'parallel_max_servers';
        UPDATE oracle.v$parameter SET value = 'TRUE' WHERE name = 'cluster_database';
        UPDATE oracle.v$parameter SET value = 'STRICT' WHERE name = 'pdb_lockdown';
        DELETE FROM oracle.dba_ts_quotas;
        """);

    assertThat(preflight())
        .contains("version | 12.2.0.1.0")
        .anyMatch(line -> line.matches("option \\| Parallel load FALSE \\| .*use one file"))
        .anyMatch(
            line -> line.matches("parallel servers \\| parallel_max_servers 3 \\| .*fewer .*"))
        .anyMatch(
            line -> line.matches("RAC \\| cluster_database TRUE \\| .*PARALLEL_FORCE_LOCAL.*"))
        .anyMatch(line -> line.matches("PDB_LOCKDOWN \\| STRICT \\| .*OS_ACCESS.*"))
        .anyMatch(line -> line.matches("quota \\| USERS none \\| ORA-01950 .*"));
  }

  /** SQL leaves the order of AND's conditions open, and the other rows hold words. */
  @Test
  void noWordIsReadAsANumber() throws Exception {
    assertThat(Files.readString(FOLDER.resolve("00-preflight.sql")))
        .doesNotContain("AND TO_NUMBER");
  }

  @Test
  void theStatisticsHaveTheWitnessesOfTheLoad() throws Exception {
    assertThat(
            lines(
                OracleGrammarTest.statements(FOLDER, FOLDER.resolve("06-statistics.sql"), Map.of())
                    .get(0)))
        .containsExactlyInAnyOrder(
            "pq|DML Parallelized|7",
            "pq|DOP|2",
            "mystat|redo size|20",
            "sysstat|redo size|30",
            "force logging|database|NO",
            "force logging|tablespace|NO",
            "block size|tablespace|8192",
            "unrecoverable change|tablespace|9007199254740993");
  }

  private List<String> preflight() throws Exception {
    List<String> all = new ArrayList<>();
    for (String query :
        OracleGrammarTest.statements(FOLDER, FOLDER.resolve("00-preflight.sql"), Map.of())) {
      if (query.startsWith("SELECT")) {
        all.addAll(lines(query));
      }
    }
    return all;
  }

  private List<String> lines(String query) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(inItsWords(query))) {
      while (rows.next()) {
        lines.add(rows.getString(1));
      }
    }
    return lines;
  }

  private static String inItsWords(String sql) {
    return sql.replaceAll("\\b(\\w+#)", "\"$1\"");
  }
}
