package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.rows.Kind;
import io.loadpath.rows.Type;
import io.loadpath.tables.describe.KnownColumns;
import io.loadpath.tables.describe.KnownColumns.KnownColumn;
import io.loadpath.tables.describe.Note;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.Driver;

/**
 * Reads a table's columns from PostgreSQL's catalog.
 *
 * @param url {@code jdbc:postgresql://HOST:PORT/DATABASE}, without a password
 * @param user null: as PGUSER says, or the caller's name
 * @param passwordFile holds only the password, at most with a line end; null: the driver takes
 *     PGPASSFILE or ~/.pgpass, after PGPASSWORD
 */
record CatalogColumns(String url, String user, Path passwordFile) {
  private static final String PREFIX = "jdbc:postgresql:";
  private static final String COLUMNS =
      """
      SELECT attname, format_type(atttypid, atttypmod), attnotnull
      FROM pg_attribute
      WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped
      ORDER BY attnum
      """;

  /** NUMERIC without a size holds any number. */
  private static final Type ANY_NUMBER = Type.decimal(Type.MAX_DECIMAL_DIGITS, 10);

  private static final int INTEGER_DIGITS = 18;
  private static final int USUAL_SECOND_PLACES = 6;
  private static final int UUID_CHARS = 36;
  private static final Pattern TYPE =
      Pattern.compile(
          "(?<name>[a-z ]+?)(?:\\((?<size>\\d{1,9})(?:,(?<places>\\d{1,3}))?\\))?"
              + "(?: (?<zone>with|without) time zone)?");

  CatalogColumns {
    if (!url.startsWith(PREFIX)) {
      throw new LoadpathException(
          "--like reads PostgreSQL only: jdbc:postgresql://HOST:PORT/DATABASE");
    }
    if (url.toLowerCase(Locale.ROOT).contains("password=")) {
      throw new LoadpathException(
          "--like: all users of this machine can see a password in a URL; put it into a file for --password-file");
    }
  }

  /**
   * Reads the columns.
   *
   * @param table as in SQL, such as {@code sales} or {@code shop."Order"}
   * @throws LoadpathException if the table does not exist, or if a description cannot hold the type
   *     of a column
   */
  KnownColumns read(String table, Map<String, String> environment) {
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

  private static KnownColumn column(String table, String name, String sqlType, boolean notNull) {
    Type type = type(sqlType);
    if (type == null) {
      throw new LoadpathException(
          "--like: the column %s of %s has the type %s, which a description cannot have; name a view that casts it to text"
              .formatted(name, table, sqlType));
    }
    Note note = type == ANY_NUMBER ? Note.guessed(sqlType + " has no size in the database") : null;
    return new KnownColumn(name, type, !notNull, note);
  }

  /**
   * Translates a type as {@code format_type} writes it, such as {@code character varying(20)}.
   *
   * @return null for a type that a description cannot have
   */
  private static Type type(String sqlType) {
    Matcher form = TYPE.matcher(sqlType);
    if (!form.matches()) {
      return null;
    }
    Integer size = form.group("size") == null ? null : Integer.valueOf(form.group("size"));
    try {
      return switch (form.group("name")) {
        case "smallint" -> Type.integer(5);
        case "integer" -> Type.integer(10);
        case "bigint" -> Type.integer(Type.MAX_INTEGER_DIGITS);
        case "numeric" ->
            size == null ? ANY_NUMBER : number(size, Integer.parseInt(form.group("places")));
        case "real", "double precision" -> Type.of(Kind.DOUBLE);
        case "boolean" -> Type.of(Kind.BOOLEAN);
        case "character", "bpchar", "character varying", "text" ->
            Type.text(size == null ? Type.UNLIMITED : size);
        case "uuid" -> Type.text(UUID_CHARS);
        case "date" -> Type.of(Kind.DATE);
        case "timestamp" ->
            Type.timestamp(
                size == null ? USUAL_SECOND_PLACES : size, form.group("zone").equals("with"));
        case "bytea" -> Type.of(Kind.BYTES);
        default -> null;
      };
    } catch (IllegalArgumentException e) { // larger than a description allows
      return null;
    }
  }

  private static Type number(int size, int places) {
    return places == 0 && size <= INTEGER_DIGITS ? Type.integer(size) : Type.decimal(size, places);
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
