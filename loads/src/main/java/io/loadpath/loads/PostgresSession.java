package io.loadpath.loads;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.postgresql.Driver;
import org.postgresql.core.BaseConnection;

/**
 * Opens a job's sessions, in the client and in tasks. Values that may hold a secret (the URL, the
 * user, the password, the parameters of {@code --connection-param-file}) are in the job's
 * credentials, never in its configuration.
 */
public final class PostgresSession {
  private static final String SECRET_NAME = "loadpath.postgres.session";
  private static final String URL = "loadpath.url";

  private final Properties properties;
  private final String statements;

  private PostgresSession(Properties properties, String statements) {
    this.properties = properties;
    this.statements = statements;
  }

  /**
   * The sessions of a client's job.
   *
   * @param user null for the URL's user, or otherwise the client's account of the operating system
   * @param password or null
   * @param parameters of the driver; null if there are none
   * @param conf for {@link Settings#SESSION_STATEMENTS}
   */
  public static PostgresSession of(
      String url, String user, String password, Properties parameters, Configuration conf) {
    Properties properties = new Properties();
    if (parameters != null) {
      properties.putAll(parameters);
    }
    properties.setProperty(URL, url);
    if (user != null) {
      properties.setProperty("user", user);
    } else if (!namesUser(url, properties)) {
      // the driver would take the account of each task's container
      properties.setProperty("user", System.getProperty("user.name"));
    }
    if (password != null) {
      properties.setProperty("password", password);
    }
    return new PostgresSession(properties, conf.get(Settings.SESSION_STATEMENTS, ""));
  }

  private static boolean namesUser(String url, Properties parameters) {
    Properties all = Driver.parseURL(url, parameters);
    return all != null && all.getProperty("user") != null;
  }

  /**
   * The sessions of a task, or of a job's committer.
   *
   * @throws IOException if the job has no such credentials
   */
  public static PostgresSession of(JobContext job) throws IOException {
    Text name = new Text(job.getConfiguration().get(SECRET_NAME, ""));
    byte[] secret = job.getCredentials().getSecretKey(name);
    if (secret == null) {
      secret = UserGroupInformation.getCurrentUser().getCredentials().getSecretKey(name);
    }
    if (secret == null) {
      throw new IOException(
          "the job's credentials hold no database: start it with Sqoop or the command load");
    }
    return new PostgresSession(
        (Properties) Coded.object(secret),
        job.getConfiguration().get(Settings.SESSION_STATEMENTS, ""));
  }

  /** Adds the values that {@link #of(JobContext)} reads. */
  public void addTo(Job job) throws IOException {
    byte[] secret = Coded.bytes(properties);
    Text name = new Text(SECRET_NAME + "." + UUID.randomUUID());
    job.getConfiguration().set(SECRET_NAME, name.toString());
    job.getCredentials().addSecretKey(name, secret);
    if (TaskSetup.isLocal(job.getConfiguration())) {
      // Hadoop's local runner may begin a job before the job has its credentials
      Credentials own = new Credentials();
      own.addSecretKey(name, secret);
      UserGroupInformation.getCurrentUser().addCredentials(own);
    }
  }

  /**
   * The settings of every session of the connector, whatever the role or the database sets. The
   * connector's own statements find names and operators only in pg_catalog: other schemas of the
   * user's path may hold anyone's functions (CVE-2018-1058). A wait for a lock ends after 10 s,
   * because a prepared transaction and a statement could wait for each other for ever; a limit that
   * the user has set stays.
   */
  private static final String OWN_SETTINGS =
      """
      SELECT pg_catalog.set_config('loadpath.search_path', pg_catalog.current_setting('search_path'), false),
        pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', false),
        pg_catalog.set_config('default_transaction_isolation', 'read committed', false),
        pg_catalog.set_config('lock_timeout',
          CASE WHEN pg_catalog.current_setting('lock_timeout') OPERATOR(pg_catalog.=) '0' THEN '10s'
            ELSE pg_catalog.current_setting('lock_timeout') END, false)""";

  /** The server notices a dead client or task within two minutes. A value set elsewhere stays. */
  private static final String KEEPALIVES =
      """
      SELECT set_config(name, value, false)
      FROM (VALUES ('tcp_keepalives_idle', '60'), ('tcp_keepalives_interval', '10'),
        ('tcp_keepalives_count', '6')) AS keepalives (name, value)
      JOIN pg_settings USING (name) WHERE source = 'default'""";

  /** Not so if a cluster loads the driver apart from this class. */
  private static final boolean DRIVER_FINDS_SOCKETS = driverFindsSockets();

  private static final int POOLER_LOOKS = 20;

  /**
   * Connects, runs the session statements, and then sets {@link #OWN_SETTINGS} and {@link
   * #KEEPALIVES}. The session commits each statement.
   *
   * @param name for the server's pg_stat_activity, at most 63 bytes
   */
  public BaseConnection connect(String name) throws SQLException {
    return connect(name, false);
  }

  private BaseConnection connect(String name, boolean ofClient) throws SQLException {
    BaseConnection session = open(name);
    try {
      if (ofClient) { // before any setting, which a divided session would pass on to others
        requireUndivided(session);
      }
      prepare(session);
      return session;
    } catch (SQLException e) {
      session.close();
      throw e;
    }
  }

  /** Connects, and runs no statement. */
  private BaseConnection open(String name) throws SQLException {
    Properties driver = new Properties();
    driver.putAll(properties);
    String url = (String) driver.remove(URL);
    driver.setProperty("ApplicationName", name);
    // a session may be silent for as long as the tasks run
    driver.putIfAbsent("tcpKeepAlive", "true");
    if (DRIVER_FINDS_SOCKETS) {
      driver.putIfAbsent("socketFactory", WatchedSocketFactory.class.getName());
    }
    BaseConnection session = (BaseConnection) new Driver().connect(url, driver);
    if (session == null) {
      throw new SQLException("not a PostgreSQL URL: it does not begin with jdbc:postgresql:");
    }
    return session;
  }

  private static boolean driverFindsSockets() {
    try {
      return Class.forName(
              WatchedSocketFactory.class.getName(), false, Driver.class.getClassLoader())
          == WatchedSocketFactory.class;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private void prepare(Connection session) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.setEscapeProcessing(false);
      runUsersStatements(statement);
      statement.execute(OWN_SETTINGS + ";\n" + KEEPALIVES);
    }
  }

  private void runUsersStatements(Statement statement) throws SQLException {
    try {
      if (!statements.isBlank()) {
        statement.execute(statements);
      }
    } catch (SQLException e) {
      throw new SQLException(
          "%s: %s".formatted(Settings.SESSION_STATEMENTS, e.getMessage()), e.getSQLState(), e);
    }
  }

  /**
   * Gives a session its user's search path, for the user's SQL and triggers, until the transaction
   * ends or {@link #useOwnPath} is called.
   */
  public static void useUsersPath(Connection session) throws SQLException {
    setPath(
        session,
        "coalesce(pg_catalog.current_setting('loadpath.search_path', true), pg_catalog.current_setting('search_path'))");
  }

  /** Reverts {@link #useUsersPath}. */
  public static void useOwnPath(Connection session) throws SQLException {
    setPath(session, "'pg_catalog, pg_temp'");
  }

  private static void setPath(Connection session, String path) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.execute(
          "SELECT pg_catalog.set_config('search_path', %s, %s)"
              .formatted(path, !session.getAutoCommit()));
    }
  }

  /**
   * Like {@link #connect}, for a job's client, whose session holds locks or a snapshot. Refuses a
   * pooler that may give each transaction another session of the server, because locks, settings
   * and snapshots would be lost. A pooler reports another pid than the server's. If a second
   * session then gets the server session of the first, the pooler divides sessions.
   *
   * @throws SQLException if the pooler does so
   */
  public BaseConnection connectClient(String name) throws SQLException {
    return connect(name, true);
  }

  private void requireUndivided(BaseConnection session) throws SQLException {
    int pid = pid(session);
    if (pid == session.getQueryExecutor().getBackendPID()) {
      return;
    }
    boolean divided;
    try (BaseConnection other = open("loadpath pooler check")) {
      other.setAutoCommit(false);
      divided = pid(other) == pid;
      for (int i = 0; i < POOLER_LOOKS && !divided; i++) {
        divided = pid(session) != pid;
      }
      other.rollback();
    }
    if (divided) {
      throw new SQLException(
          "the URL leads to a pooler that can change the server session between transactions (PgBouncer: pool_mode=transaction), which loses locks and settings: name the server itself, or a pool with pool_mode=session");
    }
  }

  /** Without a prepared statement, which a divided session would lose. */
  private static int pid(Connection session) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_catalog.pg_backend_pid()")) {
      row.next();
      return row.getInt(1);
    }
  }
}
