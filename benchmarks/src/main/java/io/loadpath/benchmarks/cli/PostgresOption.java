package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.measure.Requirements;
import io.loadpath.benchmarks.service.UserDatabase;
import io.loadpath.engines.postgres.libpq.Target;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.ShellWord;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that name the user's PostgreSQL. */
final class PostgresOption {
  @Option(
      names = "--postgres",
      paramLabel = "URI",
      description =
          "Your PostgreSQL, instead of the bundled one: postgresql://user@host:5432/database, as for"
              + " psql, or the name of a service. The password is not in it: PGPASSWORD, PGPASSFILE"
              + " or ~/.pgpass has it. The run makes one schema there, and drops it.")
  private String value;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "The file with the password for --postgres.")
  private Path passwordFile;

  @Option(
      names = "--schema",
      paramLabel = "NAME",
      description =
          "An empty schema for the run's tables, if your role may not make one. The run leaves it"
              + " empty.")
  private String schema;

  private Optional<UserDatabase> parsed = Optional.empty();

  /**
   * Returns the database that the options name; empty without them.
   *
   * @throws UsageException if they name none that a run can use
   */
  Optional<UserDatabase> given(Map<String, String> environment) {
    if (value == null) {
      if (passwordFile != null || schema != null) {
        throw new UsageException(
            (schema == null ? "--password-file" : "--schema") + " needs --postgres");
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
                    + database.schema().map(name -> " --schema " + ShellWord.of(name)).orElse(""))
        .orElse("");
  }
}
