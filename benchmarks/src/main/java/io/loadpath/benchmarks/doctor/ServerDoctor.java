package io.loadpath.benchmarks.doctor;

import io.loadpath.benchmarks.doctor.Doctor.Finding;
import io.loadpath.benchmarks.measure.Link;
import io.loadpath.benchmarks.measure.postgres.CheckedDatabaseMeter;
import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.service.TargetCheck;
import io.loadpath.benchmarks.service.TargetFacts;
import io.loadpath.benchmarks.service.UserDatabase;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.PathCatalogue;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Finds what the user's PostgreSQL allows a run, and how fast the link to it is. */
public final class ServerDoctor {
  /** The heading of what must be good. */
  public static final String SERVER = "server";

  private static final Map<String, String> SESSION = Map.of("ApplicationName", "loadpath-doctor");
  private static final double NANOS_PER_MILLISECOND = 1e6;
  private static final String RUNS = "runs";
  private static final String NOT_RUN = "not run";

  private final RunPlace place;
  private final PathCatalogue catalogue;
  private final UserDatabase database;

  /**
   * @param place names the user's PostgreSQL
   */
  public ServerDoctor(RunPlace place, PathCatalogue catalogue) {
    this.place = place;
    this.catalogue = catalogue;
    this.database = place.database().orElseThrow();
  }

  /**
   * Returns the findings by their heading. A bad finding under <i>server</i> or <i>paths</i> says
   * why nothing runs there.
   *
   * @throws ServiceException if no session can be opened
   */
  public Map<String, List<Finding>> findings() throws IOException {
    RunPlace checked = place;
    String refusal = null;
    try {
      checked = TargetCheck.checked(place, "doctor-" + ProcessHandle.current().pid());
    } catch (ServiceException e) {
      refusal = e.getMessage();
    }
    try (Connection session = database.target().connect(SESSION)) {
      return findings(session, checked, Optional.ofNullable(refusal));
    } catch (SQLException e) {
      throw new ServiceException(
          refusal == null
              ? "%s: %s".formatted(database.target().address(), e.getMessage())
              : refusal,
          e);
    }
  }

  private Map<String, List<Finding>> findings(
      Connection session, RunPlace checked, Optional<String> refusal) throws SQLException {
    Optional<TargetFacts> facts = checked.target();
    ServerQueries queries = new ServerQueries(session);
    List<Finding> server = new ArrayList<>(queries.about(database));
    server.add(
        new Finding(
            "target",
            refusal.isEmpty() ? "usable" : "not usable",
            refusal.orElseGet(
                () ->
                    database
                        .schema()
                        .map(name -> "a run fills the schema " + name + ", and empties it")
                        .orElse("a run makes one schema, and drops it")),
            refusal.isEmpty()));
    Map<String, List<Finding>> found = new LinkedHashMap<>();
    found.put(SERVER, server);
    found.put("rights", queries.rights());
    found.put(
        "settings",
        queries.settings(facts.map(known -> known.freeSessions() + " free for you").orElse("")));
    found.put("link", link(session));
    found.put("cpu", cpu());
    found.put("paths", paths(facts, refusal));
    return found;
  }

  private static List<Finding> link(Connection session) throws SQLException {
    Link link = Link.measure(session);
    return List.of(
        found(
            "round trip",
            String.format(Locale.ROOT, "%.3f ms", link.roundTripNanos() / NANOS_PER_MILLISECOND),
            ""),
        found("to the server", rate(link.sentBytesPerSecond()), "one session"),
        found("from the server", rate(link.receivedBytesPerSecond()), "one session"));
  }

  private static String rate(double bytesPerSecond) {
    return Numbers.bytes(Math.round(bytesPerSecond)) + "/s";
  }

  /** Returns the instrument that would count the server's CPU time, after a test of it. */
  private List<Finding> cpu() {
    try (CheckedDatabaseMeter meter =
        CheckedDatabaseMeter.choose(
            () -> database.target().connect(SESSION), database.target().host())) {
      double off = (double) meter.measuredNanos() / Math.max(1, meter.expectedNanos()) - 1;
      String note =
          meter.meter().isPresent()
              ? String.format(Locale.ROOT, "%.1f %% off on a test statement", Math.abs(100 * off))
              : "the server's CPU time will be missing: " + String.join("; ", meter.refusals());
      return List.of(found("instrument", meter.name(), note));
    }
  }

  private List<Finding> paths(Optional<TargetFacts> facts, Optional<String> refusal) {
    Requirements requirements =
        new Requirements(
            place.root(),
            place.caller(),
            Optional.of(need -> facts.flatMap(known -> known.missing(need))));
    List<Finding> findings = new ArrayList<>();
    for (LoadPath path : catalogue.all()) {
      if (Requirements.needsPostgres(path)) {
        Optional<String> reason = refusal.isPresent() ? refusal : requirements.missing(path);
        findings.add(
            new Finding(
                path.name(),
                reason.isEmpty() ? RUNS : NOT_RUN,
                reason
                    .map(text -> refusal.isPresent() ? "the target is not usable" : text)
                    .orElseGet(() -> String.join("; ", values(path, requirements))),
                reason.isEmpty()));
      }
    }
    return findings;
  }

  /** Returns the values of parameters that cannot run, and why. */
  private static List<String> values(LoadPath path, Requirements requirements) {
    Map<String, List<String>> valuesOfReason = new LinkedHashMap<>();
    path.definition()
        .parameters()
        .forEach(
            (name, values) ->
                values.forEach(
                    value ->
                        requirements
                            .missing(path, name, value)
                            .ifPresent(
                                why ->
                                    valuesOfReason
                                        .computeIfAbsent(why, key -> new ArrayList<>())
                                        .add(name + "=" + value))));
    return valuesOfReason.entrySet().stream()
        .map(entry -> "not %s: %s".formatted(String.join(", ", entry.getValue()), entry.getKey()))
        .toList();
  }

  private static Finding found(String name, String value, String note) {
    return new Finding(name, value, note, true);
  }
}
