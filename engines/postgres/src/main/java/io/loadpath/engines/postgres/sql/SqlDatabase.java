package io.loadpath.engines.postgres.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.ConnectionSetting;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.core.BaseConnection;

/** The database that a script runs on. */
public final class SqlDatabase {
  private final String url;
  private final Properties properties;

  private SqlDatabase(String url, String user, Properties properties) {
    this.url = url;
    this.properties = properties;
    properties.setProperty("user", user);
    properties.putIfAbsent("ApplicationName", "loadpath");
    // The simple protocol, like psql: the server prints the values.
    properties.setProperty("preferQueryMode", "simple");
    properties.putIfAbsent("gssEncMode", "disable");
    // The lead session of a long load is silent for hours.
    properties.setProperty("tcpKeepAlive", "true");
  }

  /** The server of a connection. */
  public static SqlDatabase of(ConnectionInfo server) {
    Map<String, String> environment = new HashMap<>(server.environment());
    try {
      environment.put("PGPASSWORD", Files.readString(server.passwordFile()));
    } catch (IOException e) {
      throw new ServiceException("cannot read the server's password: " + e, e);
    }
    return of(environment);
  }

  /**
   * The server that libpq's variables name: PGHOST, PGPORT, PGUSER, PGDATABASE, PGPASSFILE or
   * PGPASSWORD, and those of {@link ConnectionSetting}. The driver reads PGPASSFILE itself.
   */
  public static SqlDatabase of(Map<String, String> environment) {
    String host = environment.get("PGHOST");
    if (host.startsWith("/")) {
      throw new ServiceException(
          "PGHOST=%s is a socket folder, which JDBC cannot use: give a host name or address"
              .formatted(host));
    }
    String user = environment.getOrDefault("PGUSER", System.getProperty("user.name"));
    String port = environment.getOrDefault("PGPORT", "5432");
    String database = environment.getOrDefault("PGDATABASE", user);
    Properties properties = new Properties();
    boolean local = host.equals("localhost") || host.startsWith("127.") || host.equals("::1");
    properties.setProperty("sslmode", local ? "disable" : "prefer");
    if (environment.containsKey("PGPASSWORD")) {
      properties.setProperty("password", environment.get("PGPASSWORD"));
    }
    for (ConnectionSetting setting : ConnectionSetting.values()) {
      if (environment.containsKey(setting.variable())) {
        properties.setProperty(setting.property(), environment.get(setting.variable()));
      }
    }
    String authority = (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    String url = "jdbc:postgresql://" + authority + "/" + URLEncoder.encode(database, UTF_8);
    return new SqlDatabase(url, user, properties);
  }

  BaseConnection connect() {
    try {
      return (BaseConnection) new Driver().connect(url, properties);
    } catch (SQLException e) {
      throw new ServiceException(
          "cannot connect to %s as %s: %s%s"
              .formatted(url, properties.getProperty("user"), e.getMessage(), hint(e)),
          e);
    }
  }

  private static String hint(SQLException error) {
    return String.valueOf(error.getMessage()).contains("requireAuth")
        ? " (PGREQUIREAUTH requires it, set by 'engines/bin/postgres env': unset it for your own server)"
        : "";
  }
}
