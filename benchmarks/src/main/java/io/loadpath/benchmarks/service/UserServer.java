package io.loadpath.benchmarks.service;

import io.loadpath.engines.postgres.ConnectionInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/** The user's server. A run never starts or stops it. */
final class UserServer implements DatabaseServer {
  private final UserDatabase database;
  private final LeftSchema note;
  private final Path state;

  UserServer(UserDatabase database, Path state) {
    this.database = database;
    this.state = state;
    note =
        new LeftSchema(
            database.target().url(),
            database.target().passwordFile().map(Path::toString).orElse(null),
            RunSchema.newToken(),
            database.schema().orElse(null));
  }

  @Override
  public String name() {
    return "PostgreSQL at " + database.target().address();
  }

  @Override
  public boolean running() {
    return true;
  }

  /** Writes the files with the password, and the note for a process that cleans up after a kill. */
  @Override
  public ConnectionInfo start() {
    try {
      return database.target().connection(note.write(state));
    } catch (IOException e) {
      throw LeftSchema.cannotWrite(state, e);
    }
  }

  @Override
  public RunSchema makeSchema(Connection session) throws SQLException {
    return database.schema().isPresent()
        ? RunSchema.borrow(session, database.schema().get(), note.token())
        : RunSchema.make(session, note.token());
  }

  @Override
  public Set<Long> processes() {
    return Set.of();
  }

  @Override
  public void stop() {}

  /** Deletes the note, after the schema is dropped. */
  @Override
  public void close() {
    note.delete(state);
  }
}
