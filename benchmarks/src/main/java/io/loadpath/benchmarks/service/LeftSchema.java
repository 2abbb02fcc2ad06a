package io.loadpath.benchmarks.service;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.loadpath.engines.postgres.libpq.Target;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.WholeFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A note about a run's schema in the user's database, for a later process. It is a file in the
 * state folder while the schema may exist, next to the run's files with the password.
 *
 * @param url the server and the database, without the password
 * @param passwordFile the file of {@code --password-file}; null if the password was found elsewhere
 * @param token random letters in the schema's mark
 * @param lent the name of the user's schema; null if the run makes one
 */
@JsonIgnoreProperties(ignoreUnknown = true) // from another version of Loadpath
record LeftSchema(String url, String passwordFile, String token, String lent) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final String FILE = "schema.json";

  private static Path all(Path state) {
    return state.resolve("schemas");
  }

  /** Writes the note, and returns its folder, which only the caller can enter. */
  Path write(Path state) throws IOException {
    Owner.makeFolders(all(state));
    Path folder = Files.createDirectory(all(state).resolve(token));
    Owner.mode(folder, "rwx------");
    WholeFile.write(folder.resolve(FILE), MAPPER.writeValueAsString(this), "rw-------");
    return folder;
  }

  void delete(Path state) {
    try {
      FileTree.delete(all(state).resolve(token));
      Folders.deleteEmpty(all(state));
    } catch (IOException e) {
      throw cannotWrite(state, e);
    }
  }

  static ServiceException cannotWrite(Path state, IOException e) {
    return new ServiceException(
        "cannot change %s: %s; free the disk or set LOADPATH_STATE to another folder"
            .formatted(all(state), e.getMessage()),
        e);
  }

  /**
   * Drops the schemas of killed runs, each on the server of its run.
   *
   * @param dropped gets a message for each one that is dropped
   * @return messages about those that are left
   */
  static List<String> dropAll(Path state, Map<String, String> environment, Consumer<String> dropped)
      throws IOException {
    List<String> messages = new ArrayList<>();
    if (!Files.isDirectory(all(state), LinkOption.NOFOLLOW_LINKS)) {
      return messages;
    }
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(all(state))) {
      for (Path folder : folders) {
        Owner.requireOurs(folder);
        Path file = folder.resolve(FILE);
        if (Files.exists(file)) {
          LeftSchema left = MAPPER.readValue(file.toFile(), LeftSchema.class);
          left.drop(state, environment)
              .ifPresentOrElse(
                  messages::add,
                  () -> dropped.accept("dropped the schema of an earlier run on " + left.url()));
        } else {
          FileTree.delete(folder); // killed before its schema was made
        }
      }
    }
    Folders.deleteEmpty(all(state));
    return messages;
  }

  private Optional<String> drop(Path state, Map<String, String> environment) {
    try {
      return drop(
          state,
          Target.parse(url, Optional.ofNullable(passwordFile).map(Path::of), environment),
          Set.of());
    } catch (ServiceException e) {
      return Optional.of(left(e.getMessage()));
    }
  }

  /**
   * Drops the schema and deletes the note. If the schema cannot be dropped, the note stays.
   *
   * @param passing SQLSTATEs of a failed connection after which it waits for the server
   * @return a message if it is left
   */
  Optional<String> drop(Path state, Target target, Set<String> passing) {
    try (Connection session = HarnessSession.open(target::connect, passing)) {
      return drop(state, session);
    } catch (SQLException e) {
      deletePasswords(state);
      return Optional.of(left(ConnectionFailure.reason(e)));
    }
  }

  /**
   * Drops the schema by an open session, which may be the only one that the server has room for.
   *
   * @return the reason if the schema remains: a user's object depends on it, or a lock blocks the
   *     drop
   */
  Optional<String> drop(Path state, Connection session) throws SQLException {
    // a killed run's session may be about to make the schema
    SchemaDrop.endSessions(session, RunSchema.application(token));
    Optional<RunSchema> schema = RunSchema.find(session, token, Optional.ofNullable(lent));
    try {
      if (schema.isPresent()) {
        new SchemaDrop(session, schema.get()).run();
      }
      delete(state);
      return Optional.empty();
    } catch (SchemaDrop.BlockedException e) {
      deletePasswords(state);
      return Optional.of(
          "the run's schema on %s is left, because %s, then 'bin/loadpath recover' drops the schema"
              .formatted(url, e.getMessage()));
    }
  }

  private String left(String reason) {
    return "the run's schema on %s is left: %s; when that is solved, 'bin/loadpath recover' drops it"
        .formatted(url, reason);
  }

  /** Deletes all except the note. */
  private void deletePasswords(Path state) {
    try {
      for (String name : Target.PASSWORD_FILES) {
        Files.deleteIfExists(all(state).resolve(token).resolve(name));
      }
    } catch (IOException e) {
      throw cannotWrite(state, e);
    }
  }
}
