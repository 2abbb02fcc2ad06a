package io.loadpath.engines.postgres.libpq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.ConnectionSetting;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.WholeFile;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.postgresql.Driver;

/**
 * The user's PostgreSQL as the target of a run. It is named as for libpq's clients: by a URI or by
 * a service, and by the environment for what these leave open. The password is not part of the
 * name.
 */
public final class Target {
  private static final String DEFAULT_PORT = "5432";
  private static final int MAX_PORT = 65_535;
  private static final String DEFAULT_SSLMODE = "prefer";
  private static final Set<String> SSLMODES =
      Set.of("disable", "allow", "prefer", "require", "verify-ca", "verify-full");
  private static final Set<String> SERVERS_WITH_WRITES =
      Set.of("any", "read-write", "primary", "prefer-standby");
  private static final String SERVER_KIND = "target_session_attrs";
  private static final Set<ConnectionSetting> FILES =
      Set.of(ConnectionSetting.SSLROOTCERT, ConnectionSetting.SSLCERT, ConnectionSetting.SSLKEY);

  /** Sqoop needs a password file with content; a server that asks for no password ignores it. */
  private static final String NO_PASSWORD = "no-password-was-given";

  private static final String PASS_FILE = "pgpass";
  private static final String PASSWORD = "password";

  /** The names of the files with the password that {@link #connection} writes. */
  public static final List<String> PASSWORD_FILES = List.of(PASS_FILE, PASSWORD);

  /** The keywords that a URI or a service may have. */
  static final Set<String> KEYWORDS = keywords();

  private final String host;
  private final int port;
  private final String user;
  private final String database;
  private final Map<ConnectionSetting, String> settings = new EnumMap<>(ConnectionSetting.class);

  /** The service and the password file in the URI, which may hold the password. */
  private final Map<String, String> references = new LinkedHashMap<>();

  private final Optional<Path> passwordFile;
  private final Optional<String> password;

  private Target(
      Map<String, String> given, Optional<Path> passwordFile, Map<String, String> environment) {
    Map<String, String> all = new LinkedHashMap<>(given);
    if (all.containsKey("service")) {
      ServiceFile.parameters(all.get("service"), environment).forEach(all::putIfAbsent);
    }
    for (String keyword : List.of("service", "passfile")) {
      if (given.containsKey(keyword)) {
        references.put(keyword, given.get(keyword));
      }
    }
    host = host(all.getOrDefault("host", environment.getOrDefault("PGHOST", "")));
    port = port(all.getOrDefault("port", environment.getOrDefault("PGPORT", DEFAULT_PORT)));
    String login = environment.getOrDefault("PGUSER", System.getProperty("user.name"));
    user = all.getOrDefault("user", login);
    if (user.contains(":")) {
      throw new ServiceException(
          "--postgres: a run cannot use a user with ':' in its name, which looks like a password in a URI");
    }
    database = all.getOrDefault("dbname", environment.getOrDefault("PGDATABASE", user));
    for (ConnectionSetting setting : ConnectionSetting.values()) {
      String value =
          all.getOrDefault(setting.keyword(), environment.getOrDefault(setting.variable(), ""));
      if (!value.isEmpty() && setting != ConnectionSetting.APPLICATION_NAME) {
        settings.put(setting, checked(setting, value));
      }
    }
    settings.putIfAbsent(ConnectionSetting.SSLMODE, DEFAULT_SSLMODE);
    requireWrites(all.getOrDefault(SERVER_KIND, "any"));
    this.passwordFile = passwordFile.map(file -> file.toAbsolutePath().normalize());
    password = password(all, environment);
  }

  /**
   * Reads the value of {@code --postgres}.
   *
   * @param value a libpq URI or the name of a service
   * @param passwordFile the value of {@code --password-file}
   * @param environment the caller's variables
   * @throws ServiceException if it names no server that a run can use, or holds a password
   */
  public static Target parse(
      String value, Optional<Path> passwordFile, Map<String, String> environment) {
    if (TargetParameters.isUri(value)) {
      return new Target(TargetParameters.ofUri(value), passwordFile, environment);
    }
    if (value.isBlank() || value.contains("=") || value.contains(":") || value.contains("/")) {
      throw new ServiceException(
          "--postgres takes a URI such as postgresql://user@host:5432/database, or the name of a"
              + " service of ~/.pg_service.conf");
    }
    return new Target(Map.of("service", value), passwordFile, environment);
  }

  private static String host(String text) {
    if (text.isEmpty()) {
      throw new ServiceException(
          "--postgres names no host, which means a socket: JDBC cannot use one; write the host, such"
              + " as postgresql://localhost/database");
    }
    if (text.startsWith("/") || text.startsWith("@")) {
      throw new ServiceException(
          "--postgres names the socket %s, which JDBC cannot use: write a host, such as localhost"
              .formatted(text));
    }
    if (text.contains(",")) {
      throw new ServiceException(
          "--postgres names several servers: name one, the one that takes writes");
    }
    return text;
  }

  private static int port(String text) {
    if (text.matches("\\d{1,5}")) {
      int port = Integer.parseInt(text);
      if (port > 0 && port <= MAX_PORT) {
        return port;
      }
    }
    throw new ServiceException("--postgres: the port is not a number from 1 to " + MAX_PORT);
  }

  private static String checked(ConnectionSetting setting, String value) {
    if (setting == ConnectionSetting.SSLMODE && !SSLMODES.contains(value)) {
      throw new ServiceException(
          "--postgres: sslmode is '%s': use one of %s"
              .formatted(value, String.join(", ", new TreeSet<>(SSLMODES))));
    }
    if (setting == ConnectionSetting.CONNECT_TIMEOUT && !value.matches("\\d{1,6}")) {
      throw new ServiceException(
          "--postgres: connect_timeout is '%s': give whole seconds".formatted(value));
    }
    if (!FILES.contains(setting)) {
      return value;
    }
    if (value.equals("system")) {
      throw new ServiceException(
          "--postgres: JDBC does not know sslrootcert=system: name the file of certificates, on"
              + " Debian /etc/ssl/certs/ca-certificates.crt");
    }
    Path file = Path.of(value).toAbsolutePath().normalize(); // steps run in other folders
    if (!Files.isReadable(file)) {
      throw new ServiceException(
          "--postgres: cannot read %s=%s".formatted(setting.keyword(), file));
    }
    return file.toString();
  }

  private static void requireWrites(String kind) {
    if (!SERVERS_WITH_WRITES.contains(kind)) {
      throw new ServiceException(
          "--postgres: %s=%s asks for a server that takes no writes, and a run loads rows: name the primary"
              .formatted(SERVER_KIND, kind));
    }
  }

  private Optional<String> password(Map<String, String> all, Map<String, String> environment) {
    Optional<String> found = passwordFile.map(Target::contentOf);
    found = found.or(() -> Optional.ofNullable(all.get(PASSWORD)));
    found = found.or(() -> Optional.ofNullable(environment.get("PGPASSWORD")));
    found = found.filter(text -> !text.isEmpty()).or(() -> ofPassFile(all, environment));
    if (found.isPresent() && found.get().contains("\n")) {
      throw new ServiceException(
          "the password for %s has more than one line: PostgreSQL's password files cannot hold it"
              .formatted(url()));
    }
    return found;
  }

  private Optional<String> ofPassFile(Map<String, String> all, Map<String, String> environment) {
    return Stream.of(all.getOrDefault("passfile", ""), environment.getOrDefault("PGPASSFILE", ""))
        .filter(file -> !file.isEmpty())
        .findFirst()
        .map(Path::of)
        .or(() -> Home.of(environment).map(home -> home.resolve(".pgpass")))
        .flatMap(
            file -> PassFile.password(file, List.of(host, Integer.toString(port), database, user)));
  }

  private static String contentOf(Path file) {
    try {
      return Files.readString(file).replaceFirst("\\r?\\n\\z", "");
    } catch (IOException e) {
      throw new ServiceException("--password-file: cannot read %s: %s".formatted(file, e), e);
    }
  }

  public String host() {
    return host;
  }

  public String database() {
    return database;
  }

  /** Returns the file of {@code --password-file}, if it was given. */
  public Optional<Path> passwordFile() {
    return passwordFile;
  }

  /** Returns the password, if one was found. */
  public Optional<String> password() {
    return password;
  }

  /**
   * Returns a URI that names the same server in any environment, without the password. References
   * to a service or a password file stay in it.
   */
  public String url() {
    Map<String, String> parameters = new LinkedHashMap<>();
    settings.forEach((setting, value) -> parameters.put(setting.keyword(), value));
    parameters.putAll(references);
    return "postgresql://%s@%s/%s?%s"
        .formatted(
            encoded(user),
            address(),
            encoded(database),
            parameters.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + encoded(entry.getValue()).replace("%2F", "/"))
                .collect(joining("&")));
  }

  /** Returns host and port. */
  public String address() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  /**
   * Writes the password into two files of mode 600, and returns the connection that names them.
   *
   * @param folder an existing folder, which only the caller can enter
   */
  public ConnectionInfo connection(Path folder) throws IOException {
    Path passFile = folder.resolve(PASS_FILE);
    Path secret = folder.resolve(PASSWORD);
    List<String> server = List.of(host, Integer.toString(port), database, user);
    WholeFile.write(passFile, password.map(p -> PassFile.line(server, p)).orElse(""), "rw-------");
    WholeFile.write(secret, password.orElse(NO_PASSWORD), "rw-------");
    return new ConnectionInfo(host, port, user, database, passFile, secret, settings);
  }

  /**
   * Opens a session without the files of {@link #connection}.
   *
   * @param properties the driver's
   */
  public Connection connect(Map<String, String> properties) throws SQLException {
    Properties all = new Properties();
    all.putAll(properties);
    all.setProperty("user", user);
    password.ifPresent(text -> all.setProperty("password", text));
    Path none = Path.of("/dev/null");
    String url = new ConnectionInfo(host, port, user, database, none, none, settings).jdbcUrl();
    return new Driver().connect(url, all);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  private static Set<String> keywords() {
    Set<String> known =
        new TreeSet<>(Set.of("host", "port", "user", "dbname", "service", "passfile", SERVER_KIND));
    Stream.of(ConnectionSetting.values())
        .filter(setting -> setting != ConnectionSetting.APPLICATION_NAME)
        .forEach(setting -> known.add(setting.keyword()));
    return known;
  }

  @Override
  public String toString() {
    return url();
  }
}
