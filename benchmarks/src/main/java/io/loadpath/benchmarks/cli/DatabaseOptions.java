package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.service.UserDatabase;
import io.loadpath.engines.postgres.libpq.Target;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.ShellWord;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/**
 * The options that name the user's databases. For Oracle, they stand for the variables {@link
 * Requirements#ORACLE_VARIABLES}.
 */
final class DatabaseOptions {
  private static final String PASSWORD_FILE = "--password-file";
  private static final Pattern ORACLE_URI =
      Pattern.compile("oracle://(?<user>[^@/:]+)@(?<address>[^@/]+/[^@/]+)");

  @Option(
      names = "--postgres",
      paramLabel = "URI",
      description =
          "Your PostgreSQL, instead of the bundled one: postgresql://user@host:5432/database, as for"
              + " psql, or the name of a service. The password is not in it: PGPASSWORD, PGPASSFILE"
              + " or ~/.pgpass has it. The run makes one schema there, and drops it.")
  private String value;

  @Option(
      names = PASSWORD_FILE,
      paramLabel = "FILE",
      description = "The file with the password for --postgres or --oracle.")
  private Path passwordFile;

  @Option(
      names = "--schema",
      paramLabel = "NAME",
      description =
          "An empty schema for the run's tables, if your role may not make one. The run leaves it"
              + " empty.")
  private String schema;

  @Option(
      names = "--oracle",
      paramLabel = "URI",
      description =
          "Your Oracle: oracle://user@host:1521/service. With ORACLE_USER set, also JDBC's"
              + " jdbc:oracle:thin:@//host:1521/service. The password is in --password-file or"
              + " ORACLE_PASSWORD_FILE.")
  private String oracle;

  private Optional<UserDatabase> parsed = Optional.empty();

  /**
   * Returns the database that the options name; empty without them.
   *
   * @throws UsageException if they name none that a run can use
   */
  Optional<UserDatabase> given(Map<String, String> environment) {
    if (value != null && oracle != null && passwordFile != null) {
      throw new UsageException(
          "--password-file belongs to one database, and --postgres and --oracle name two: give"
              + " PostgreSQL's by PGPASSFILE and Oracle's by ORACLE_PASSWORD_FILE");
    }
    if (value == null) {
      if (schema != null) {
        throw new UsageException("--schema needs --postgres");
      }
      if (passwordFile != null && oracle == null) {
        throw new UsageException("--password-file needs --postgres or --oracle");
      }
      return Optional.empty();
    }
    if (parsed.isEmpty()) {
      try {
        Target target = Target.parse(value, Optional.ofNullable(passwordFile), environment);
        parsed = Optional.of(new UserDatabase(target, Optional.ofNullable(schema)));
      } catch (ServiceException e) {
        throw new UsageException(e.getMessage());
      }
    }
    return parsed;
  }

  /** Returns the database for {@link Requirements}, which nobody asks: it has all needs. */
  Optional<Requirements.UsersPostgres> needs(Map<String, String> environment) {
    return given(environment).map(database -> need -> Optional.empty());
  }

  boolean namesPostgres() {
    return value != null;
  }

  boolean namesOracle() {
    return oracle != null;
  }

  /**
   * Returns the caller's variables with those of the Oracle that the options name.
   *
   * @throws UsageException if they name none that a path can use
   */
  Map<String, String> environment(Map<String, String> environment) {
    given(environment); // checks the options that both share
    if (oracle == null) {
      return environment;
    }
    Map<String, String> all = new LinkedHashMap<>(environment);
    Matcher uri = ORACLE_URI.matcher(oracle);
    if (uri.matches()) {
      all.put("ORACLE_URL", "jdbc:oracle:thin:@//" + uri.group("address"));
      all.put("ORACLE_USER", uri.group("user"));
    } else if (oracle.startsWith("jdbc:oracle:thin:@")) {
      all.put("ORACLE_URL", oracle);
      if (!all.containsKey("ORACLE_USER")) {
        throw new UsageException(
            "--oracle names no user: write oracle://user@host:1521/service, or set ORACLE_USER");
      }
    } else {
      throw new UsageException(
          "--oracle takes oracle://user@host:1521/service without a password, or"
              + " jdbc:oracle:thin:@//host:1521/service; the password is in --password-file FILE or"
              + " ORACLE_PASSWORD_FILE");
    }
    if (passwordFile != null) {
      all.put("ORACLE_PASSWORD_FILE", passwordFile.toAbsolutePath().normalize().toString());
    }
    return all;
  }

  /** Returns a place with the databases that the options name. */
  RunPlace applied(RunPlace place) {
    return place.with(given(place.caller())).with(environment(place.caller()));
  }

  /** Returns the options for a shell in any folder; empty if they were not given. */
  String words(Map<String, String> environment) {
    return given(environment)
            .map(
                database ->
                    " --postgres "
                        + ShellWord.of(database.target().url())
                        + database
                            .target()
                            .passwordFile()
                            .map(file -> " --password-file " + ShellWord.of(file.toString()))
                            .orElse("")
                        + database
                            .schema()
                            .map(name -> " --schema " + ShellWord.of(name))
                            .orElse(""))
            .orElse("")
        + oracleWords();
  }

  private String oracleWords() {
    if (oracle == null) {
      return "";
    }
    String file =
        passwordFile == null
            ? ""
            : " " + PASSWORD_FILE + " " + ShellWord.of(passwordFile.toAbsolutePath().toString());
    return " --oracle " + ShellWord.of(oracle) + file;
  }
}
