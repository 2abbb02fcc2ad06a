package io.loadpath.benchmarks.service;

import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.record.RunRecord.NotRun;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.service.ServiceException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the user's server and their role on it allow a run.
 *
 * @param server its name for messages: {@code PostgreSQL at HOST:PORT}
 * @param version the text of its version
 * @param encoding the encoding of the database
 * @param noFiles why the server cannot read this machine's files for the role; empty if it can
 * @param noPrograms why the server cannot start programs of this machine; empty if it can
 * @param noPrepared why no transaction can be prepared; empty if one can
 * @param timeLimits a warning about settings that end a long statement or an idle transaction
 * @param freeSessions the sessions that the role may open now
 * @param freeBytes the room for the database; empty if the role may not ask
 */
public record TargetFacts(
    String server,
    String version,
    String encoding,
    Optional<String> noFiles,
    Optional<String> noPrograms,
    Optional<String> noPrepared,
    Optional<String> timeLimits,
    long freeSessions,
    OptionalLong freeBytes) {
  /** The parameters that are numbers of parallel sessions in some paths. */
  private static final List<String> SESSIONS = List.of("sessions", "mappers", "files");

  /** A lead session or a job's client, and the harness's own. */
  private static final int MORE_SESSIONS = 3;

  /** A heap table of ALL_CARD_TRANS takes 1.3 to 1.4 times its text. */
  public static final double TABLE_PER_TEXT = 1.4;

  /** The table, and as much again for its write-ahead log. */
  public static final int COPIES_OF_LOGGED_TABLE = 2;

  private static final double BYTES_PER_GB = 1e9;

  /** Returns why the server does not have a need of {@code path.yaml}; empty if it does. */
  public Optional<String> missing(String need) {
    return switch (need) {
      case Requirements.SERVER_FILES -> noFiles;
      case Requirements.SERVER_PROGRAMS -> noPrograms;
      case Requirements.PREPARED_TRANSACTIONS -> noPrepared;
      default -> Optional.empty();
    };
  }

  /** Returns why {@code variant} cannot have its sessions; empty if it can. */
  public Optional<NotRun> missing(Variant variant) {
    if (!Requirements.needsPostgres(variant.path())) {
      return Optional.empty();
    }
    long sessions =
        SESSIONS.stream()
            .map(variant.parameters()::get)
            .filter(value -> value != null && value.matches("\\d{1,6}"))
            .mapToLong(Long::parseLong)
            .findFirst()
            .orElse(1);
    return sessions + MORE_SESSIONS <= freeSessions
        ? Optional.empty()
        : Optional.of(
            new NotRun(
                variant.id(),
                "needs %d sessions, and %s has %d free for this role: raise max_connections or the role's limit, or end other sessions"
                    .formatted(sessions + MORE_SESSIONS, server, freeSessions)));
  }

  /**
   * Fails if the largest data set has too little room there.
   *
   * @param logicalBytes its text
   */
  public void requireRoom(long logicalBytes) {
    long needed = Math.round(logicalBytes * TABLE_PER_TEXT * COPIES_OF_LOGGED_TABLE);
    if (freeBytes.isPresent() && freeBytes.getAsLong() < needed) {
      throw new ServiceException(
          String.format(
              Locale.ROOT,
              "%s has %.1f GB of room, and a path may write %.1f GB there: free some, or load fewer rows",
              server,
              freeBytes.getAsLong() / BYTES_PER_GB,
              needed / BYTES_PER_GB));
    }
  }
}
