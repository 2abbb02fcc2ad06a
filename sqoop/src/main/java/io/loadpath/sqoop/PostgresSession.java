package io.loadpath.sqoop;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.security.Credentials;
import org.postgresql.Driver;
import org.postgresql.core.BaseConnection;

/**
 * Opens a job's sessions, in the client and in tasks. All that may hold a secret (the URL, the user,
 * the password, the parameters of {@code --connection-param-file}) travels in the job's credentials,
 * never in its configuration.
 */
public final class PostgresSession {
  private static final Text SECRET = new Text("loadpath.postgres.session");
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
   * @param user null to take the driver's default
   * @param password null if there is none
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
    }
    if (password != null) {
      properties.setProperty("password", password);
    }
    return new PostgresSession(properties, conf.get(Settings.SESSION_STATEMENTS, ""));
  }

  /**
   * The sessions of a task, or of a job's committer.
   *
   * @throws IOException if the job has no such credentials
   */
  public static PostgresSession of(JobContext job) throws IOException {
    byte[] secret = job.getCredentials().getSecretKey(SECRET);
    if (secret == null) {
      throw new IOException("the job's credentials hold no database: start it with Sqoop");
    }
    Properties properties = new Properties();
    properties.load(new ByteArrayInputStream(secret));
    return new PostgresSession(
        properties, job.getConfiguration().get(Settings.SESSION_STATEMENTS, ""));
  }

  /** Adds what {@link #of(JobContext)} reads. */
  public void addTo(Credentials credentials) {
    ByteArrayOutputStream secret = new ByteArrayOutputStream();
    try {
      properties.store(secret, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    credentials.addSecretKey(SECRET, secret.toByteArray());
  }

  /**
   * Connects, and runs the session statements. The session commits each statement.
   *
   * @param name for the server's pg_stat_activity, at most 63 bytes
   */
  public BaseConnection connect(String name) throws SQLException {
    Properties driver = new Properties();
    driver.putAll(properties);
    String url = (String) driver.remove(URL);
    driver.setProperty("ApplicationName", name);
    // a session may be silent for as long as the tasks run
    driver.putIfAbsent("tcpKeepAlive", "true");
    BaseConnection session = (BaseConnection) new Driver().connect(url, driver);
    if (session == null) {
      throw new SQLException("not an address of PostgreSQL: it does not begin with jdbc:postgresql:");
    }
    if (statements.isBlank()) {
      return session;
    }
    try (Statement statement = session.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.execute(statements);
      return session;
    } catch (SQLException e) {
      session.close();
      throw new SQLException(
          "%s: %s".formatted(Settings.SESSION_STATEMENTS, e.getMessage()), e.getSQLState(), e);
    }
  }

}
