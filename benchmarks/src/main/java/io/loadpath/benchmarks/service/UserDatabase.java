package io.loadpath.benchmarks.service;

import io.loadpath.benchmarks.record.Environment.UsersPostgres;
import io.loadpath.engines.postgres.libpq.Target;
import java.util.Optional;

/**
 * The user's PostgreSQL, in which a run loads.
 *
 * @param schema the user's empty schema for the run's tables; empty if the run makes one
 * @param facts what it allows; empty before it was asked
 */
public record UserDatabase(Target target, Optional<String> schema, Optional<TargetFacts> facts) {
  /** A database that was not asked yet. */
  public UserDatabase(Target target, Optional<String> schema) {
    this(target, schema, Optional.empty());
  }

  /** Returns its version and place for a record. */
  public Optional<UsersPostgres> forRecord() {
    return facts.map(known -> new UsersPostgres(known.version(), target.address()));
  }

  /** Returns its name, for messages. */
  public String name() {
    return "PostgreSQL at " + target.address();
  }

  /** Whether its host is a name of this machine that no other machine can use. */
  public boolean here() {
    return target.host().equals("localhost")
        || target.host().startsWith("127.")
        || target.host().equals("::1");
  }
}
