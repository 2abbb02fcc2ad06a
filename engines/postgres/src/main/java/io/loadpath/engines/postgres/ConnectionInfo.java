package io.loadpath.engines.postgres;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The connection to the bundled server.
 *
 * @param host 127.0.0.1
 * @param port TCP port
 * @param user role, a superuser
 * @param database database
 * @param passFile file for PGPASSFILE
 * @param passwordFile file with only the password
 */
public record ConnectionInfo(
    String host, int port, String user, String database, Path passFile, Path passwordFile) {
  /** Another way would send the password to any program that has the port now. */
  private static final String AUTHENTICATION = "scram-sha-256";

  /** The address in libpq's form, without the password. */
  public String url() {
    return "postgresql://" + user + "@" + host + ":" + port + "/" + database;
  }

  /** The address in JDBC's form, without user and password. */
  public String jdbcUrl() {
    return jdbcUrl(database);
  }

  /** The same for another database of the server. */
  public String jdbcUrl(String name) {
    return "jdbc:postgresql://" + host + ":" + port + "/" + name + "?requireAuth=" + AUTHENTICATION;
  }

  /** Returns libpq's variables, and two for load paths. */
  public Map<String, String> environment() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("PGHOST", host);
    variables.put("PGPORT", Integer.toString(port));
    variables.put("PGUSER", user);
    variables.put("PGDATABASE", database);
    variables.put("PGPASSFILE", passFile.toString());
    variables.put("PGREQUIREAUTH", AUTHENTICATION);
    variables.put("LOADPATH_JDBC_URL", jdbcUrl());
    variables.put("LOADPATH_PASSWORD_FILE", passwordFile.toString());
    return variables;
  }
}
