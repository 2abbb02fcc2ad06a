package io.loadpath.benchmarks.service;

import io.loadpath.engines.postgres.ConnectionInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/** The user's server. A run never starts or stops it. */
final class UserServer implements DatabaseServer {
  private final UserDatabase database;
  private final LeftSchema note;
  private final RunPlace place;
  private boolean started;
  private boolean left;

  UserServer(UserDatabase database, RunPlace place) {
    this.database = database;
    this.place = place;
    note =
        new LeftSchema(
            database.target().url(),
            database.target().passwordFile().map(Path::toString).orElse(null),
            RunSchema.newToken(),
            database.schema().orElse(null));
  }

  @Override
  public String name() {
    return database.name();
  }

  @Override
  public boolean running() {
    return true;
  }

  @Override
  public boolean ofUser() {
    return true;
  }

  /** Writes the files with the password, and the note for a process that cleans up after a kill. */
  @Override
  public ConnectionInfo start() {
    try {
      started = true;
      return database.target().connection(note.write(place.state()));
    } catch (IOException e) {
      throw LeftSchema.cannotWrite(place.state(), e);
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
  public Optional<String> application() {
    return Optional.of(RunSchema.application(note.token()));
  }

  /** Needs no further session: others may have taken all. {@link #close} tries again. */
  @Override
  public void drop(RunSchema schema, Connection session) throws SQLException {
    noteLeft(note.drop(place.state(), session));
    started = false;
  }

  private void noteLeft(Optional<String> message) {
    left = message.isPresent();
    message.ifPresent(place.out()::println);
  }

  @Override
  public void stop() {}

  /** Drops the schema if it is still there, and deletes the note and the password. */
  @Override
  public void close() {
    if (!started) {
      return;
    }
    noteLeft(note.drop(place.state(), database.target(), HarnessSession.AWAY));
    started = false;
  }

  @Override
  public boolean left() {
    return left;
  }
}
