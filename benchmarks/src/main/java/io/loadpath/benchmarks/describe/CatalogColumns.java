package io.loadpath.benchmarks.describe;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.describe.KnownColumns.KnownColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.postgresql.Driver;

/**
 * Reads a table's columns from PostgreSQL's catalog.
 *
 * @param url {@code jdbc:postgresql://HOST:PORT/DATABASE}, without a password
 * @param user null: as PGUSER says, or the caller's name
 * @param passwordFile holds the password and a line end at most; null: the driver takes PGPASSFILE
 *     or ~/.pgpass, after PGPASSWORD
 */
public record CatalogColumns(String url, String user, Path passwordFile) {
  private static final String PREFIX = "jdbc:postgresql:";
  private static final String COLUMNS =
      """
      SELECT attname, format_type(atttypid, atttypmod), attnotnull
      FROM pg_attribute
      WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped
      ORDER BY attnum
      """;

  public CatalogColumns {
    if (!url.startsWith(PREFIX)) {
      throw new LoadpathException(
          "--like: only the catalog of PostgreSQL is read, by jdbc:postgresql://HOST:PORT/DATABASE;"
              + " for other databases give a CREATE TABLE with --ddl");
    }
    if (url.toLowerCase(Locale.ROOT).contains("password=")) {
      throw new LoadpathException(
          "--like: a password in a URL is seen by all users of this machine; put it into a file for --password-file");
    }
  }

  /**
   * Reads the columns.
   *
   * @param table as in SQL, such as {@code sales} or {@code shop."Order"}
   * @throws LoadpathException if there is no such table, or it has a type that descriptions lack
   */
  public KnownColumns read(String table, Map<String, String> environment) {
    List<KnownColumn> columns = new ArrayList<>();
    try (Connection session = new Driver().connect(url, properties(environment));
        PreparedStatement query = session.prepareStatement(COLUMNS)) {
      query.setString(1, table);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          columns.add(column(table, rows.getString(1), rows.getString(2), rows.getBoolean(3)));
        }
      }
    } catch (SQLException e) {
      throw new LoadpathException("--like: %s: %s".formatted(url, e.getMessage()), e);
    }
    if (columns.isEmpty()) {
      throw new LoadpathException(
          "--like: %s has no table %s, or it has no columns".formatted(url, table));
    }
    return new KnownColumns("the table " + table, columns);
  }

  private static KnownColumn column(String table, String name, String type, boolean notNull) {
    return SqlTypes.of(type)
        .map(found -> new KnownColumn(name, found.type(), !notNull, found.note()))
        .orElseThrow(
            () ->
                new LoadpathException(
                    "--like: the column %s of %s has the type %s, which descriptions lack; give a CREATE TABLE where it is text with --ddl"
                        .formatted(name, table, type)));
  }

  private Properties properties(Map<String, String> environment) {
    Properties properties = new Properties();
    String name = user == null ? environment.get("PGUSER") : user;
    properties.setProperty("user", name == null ? System.getProperty("user.name") : name);
    properties.setProperty("ApplicationName", "loadpath");
    properties.setProperty("gssEncMode", "disable");
    if (passwordFile != null) {
      try {
        properties.setProperty("password", Files.readString(passwordFile).replaceFirst("\\R$", ""));
      } catch (IOException e) {
        throw new LoadpathException("--password-file: cannot read " + passwordFile + ": " + e, e);
      }
    } else if (environment.containsKey("PGPASSWORD")) {
      properties.setProperty("password", environment.get("PGPASSWORD"));
    }
    return properties;
  }
}
