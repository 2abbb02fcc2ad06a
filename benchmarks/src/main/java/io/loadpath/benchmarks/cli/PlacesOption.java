package io.loadpath.benchmarks.cli;

import static java.util.stream.Collectors.joining;

import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Suite;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.service.ShellWord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option for the places of a run. */
final class PlacesOption {
  private static final String CONF_DIR = "HADOOP_CONF_DIR";

  @Option(
      names = "--on",
      split = ",",
      paramLabel = "PLACE",
      description =
          "Where paths on Hadoop run: local, cluster (the bundled one), or DIR, the HADOOP_CONF_DIR"
              + " of your cluster. Commas separate several (default: as the suite says, or local).")
  private List<String> on = new ArrayList<>();

  /**
   * Checks the places.
   *
   * @throws IllegalArgumentException if one is unknown; the message begins with the option's name
   */
  void check() {
    try {
      on.forEach(Place::of);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("on: " + e.getMessage(), e);
    }
  }

  /** Returns {@code suite} with these places, if the option was given. */
  Suite applied(Suite suite) {
    return on.isEmpty() ? suite : suite.on(on);
  }

  /** Whether it names a user's cluster. */
  boolean ofUser() {
    return on.stream().map(Place::of).anyMatch(Place::ofUser);
  }

  /** Returns the option for a shell in any folder; empty if it was not given. */
  String words() {
    return on.isEmpty() ? "" : " --on " + on.stream().map(PlacesOption::word).collect(joining(","));
  }

  private static String word(String text) {
    Path configuration = Place.of(text).configuration();
    return configuration == null ? text : ShellWord.quoted(configuration.toString());
  }

  /**
   * Returns a warning if the run does not use the cluster of the caller's HADOOP_CONF_DIR.
   *
   * @param bundled the folder of the bundled cluster's configuration
   */
  Optional<String> unused(List<Variant> variants, Map<String, String> environment, Path bundled) {
    String configuration = environment.getOrDefault(CONF_DIR, "");
    boolean jobs = variants.stream().anyMatch(variant -> variant.path().runsOnCluster());
    List<Place> places = variants.stream().map(Variant::on).distinct().toList();
    boolean ofBundled = Path.of(configuration).toAbsolutePath().normalize().equals(bundled);
    if (!on.isEmpty()
        || configuration.isEmpty()
        || !jobs
        || ofBundled && places.contains(Place.CLUSTER)) {
      return Optional.empty();
    }
    return Optional.of(
        "%s=%s is not used: this run is %s; to use that cluster, add --on %s"
            .formatted(
                CONF_DIR,
                configuration,
                places.stream()
                    .map(place -> place.local() ? place.name() : "on " + place.name())
                    .collect(joining(" and ")),
                ofBundled ? Place.CLUSTER.name() : "\"$" + CONF_DIR + "\""));
  }
}
