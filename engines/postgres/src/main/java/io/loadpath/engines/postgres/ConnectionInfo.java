package io.loadpath.engines.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.postgresql.Driver;

/**
 * The connection to a server: the bundled one, or the user's.
 *
 * @param host name or address; 127.0.0.1 for the bundled server
 * @param port TCP port
 * @param user role; a superuser on the bundled server
 * @param database database
 * @param passFile file for PGPASSFILE
 * @param passwordFile file with only the password
 * @param settings further settings, such as those of TLS
 */
public record ConnectionInfo(
    String host,
    int port,
    String user,
    String database,
    Path passFile,
    Path passwordFile,
    Map<ConnectionSetting, String> settings) {
  /** Another way would send the password to any program that has the port now. */
  private static final String AUTHENTICATION = "scram-sha-256";

  public ConnectionInfo {
    settings = Map.copyOf(settings);
  }

  /** The connection to the bundled server. */
  public ConnectionInfo(
      String host, int port, String user, String database, Path passFile, Path passwordFile) {
    this(
        host,
        port,
        user,
        database,
        passFile,
        passwordFile,
        Map.of(ConnectionSetting.REQUIRE_AUTH, AUTHENTICATION));
  }

  /** The address in libpq's form, without the password. */
  public String url() {
    return "postgresql://" + encoded(user) + "@" + address() + "/" + encoded(database);
  }

  /** Returns host and port; an IPv6 address is in brackets. */
  public String address() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  /**
   * The address in JDBC's form, without user and password. It has a parameter. Keepalive finds a
   * dead link, as libpq does.
   */
  public String jdbcUrl() {
    return jdbcUrl(database);
  }

  /** The same for another database of the server. */
  public String jdbcUrl(String name) {
    StringBuilder url = new StringBuilder("jdbc:postgresql://" + address() + "/" + encoded(name));
    String separator = "?";
    for (ConnectionSetting setting : ConnectionSetting.values()) {
      if (settings.containsKey(setting)) {
        url.append(separator).append(setting.property()).append('=');
        url.append(encoded(settings.get(setting)));
        separator = "&";
      }
    }
    return url + separator + "tcpKeepAlive=true";
  }

  /** Returns libpq's variables, and two for load paths. */
  public Map<String, String> environment() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("PGHOST", host);
    variables.put("PGPORT", Integer.toString(port));
    variables.put("PGUSER", user);
    variables.put("PGDATABASE", database);
    variables.put("PGPASSFILE", passFile.toString());
    for (ConnectionSetting setting : ConnectionSetting.values()) {
      if (settings.containsKey(setting)) {
        variables.put(setting.variable(), settings.get(setting));
      }
    }
    variables.put("LOADPATH_JDBC_URL", jdbcUrl());
    variables.put("LOADPATH_PASSWORD_FILE", passwordFile.toString());
    return variables;
  }

  /**
   * Opens a session.
   *
   * @param properties the driver's, in addition to those of this connection
   */
  public Connection connect(Map<String, String> properties) throws SQLException {
    String password;
    try {
      password = Files.readString(passwordFile);
    } catch (IOException e) {
      throw new ServiceException("cannot read the password of " + url() + ": " + e, e);
    }
    Properties all = new Properties();
    all.putAll(properties);
    all.setProperty("user", user);
    all.setProperty("password", password);
    return new Driver().connect(jdbcUrl(), all);
  }

  /** Returns a text for a part of a URL. */
  static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }
}
