package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.doctor.Doctor;
import io.loadpath.benchmarks.doctor.OracleDoctor;
import io.loadpath.benchmarks.doctor.ServerDoctor;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.suite.PathCatalogue;
import io.loadpath.tables.cli.HelpOption;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code bin/loadpath doctor} */
@Command(
    name = "doctor",
    description = {
      "Shows what this machine has for the paths, what an optional tool would add, and how to get"
          + " it.",
      "With --postgres: version, rights and settings of your server, the link to it, and which"
          + " paths run there. Nothing is written there.",
      "With --oracle: what the paths need here and on the database's host. It does not connect.",
      "Exit code: 0 if all that is needed is there, otherwise 1.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  bin/loadpath doctor",
      "  bin/loadpath doctor --postgres postgresql://loader@db.example/sales"
    })
final class DoctorCommand implements Callable<Integer> {
  private static final int LEAST_NAME = 10;
  private static final int LEAST_VALUE = 18;

  @Mixin private HelpOption help;
  @Mixin private JsonOption json;
  @Mixin private DatabaseOptions databases;
  @Mixin private PathsOption paths;
  @ParentCommand private Commands program;

  @Override
  public Integer call() throws IOException {
    RunPlace place = databases.applied(program.place(paths));
    if (place.database().isEmpty() && !databases.namesOracle()) {
      return machine();
    }
    PathCatalogue catalogue = paths.catalogue(place.root());
    if (place.database().isPresent()) {
      if (databases.namesOracle()) {
        throw new UsageException("doctor looks at one database: give --postgres or --oracle");
      }
      return show(
          new ServerDoctor(place, catalogue).findings(),
          Set.of(ServerDoctor.SERVER),
          "bin/loadpath run" + databases.words(program.environment()));
    }
    return show(
        new OracleDoctor(place.root(), place.state(), place.caller(), catalogue).findings(),
        Set.of(OracleDoctor.HERE),
        "bin/loadpath run --only PATH" + databases.words(program.environment()));
  }

  private int machine() {
    Doctor doctor = new Doctor(program.root(), program.state(), program.environment());
    Map<String, List<Doctor.Finding>> found = new LinkedHashMap<>();
    found.put("needed", doctor.base());
    found.put("engines", doctor.engines());
    found.put("optional", doctor.optional());
    return show(found, Set.of("needed", "engines"), "bin/loadpath run");
  }

  /**
   * Prints findings and the conclusion, and returns the exit code.
   *
   * @param needed the headings under which everything must be good
   * @param next the command for the case that all is good
   */
  private int show(Map<String, List<Doctor.Finding>> found, Set<String> needed, String next) {
    Optional<Doctor.Finding> bad =
        found.entrySet().stream()
            .filter(heading -> needed.contains(heading.getKey()))
            .flatMap(heading -> heading.getValue().stream())
            .filter(finding -> !finding.good())
            .findFirst()
            .or(() -> noneGood(found.getOrDefault("paths", List.of())));
    if (json.wanted()) {
      JsonOption.print(found);
    } else {
      found.forEach(DoctorCommand::print);
      System.out.println(
          bad.map(first -> "Not ready. First, %s: %s".formatted(first.name(), first.note()))
              .orElse("Ready: " + next));
    }
    return bad.isEmpty() ? 0 : 1;
  }

  /** Returns the first path if none runs. */
  private static Optional<Doctor.Finding> noneGood(List<Doctor.Finding> ofPaths) {
    return ofPaths.stream().anyMatch(Doctor.Finding::good)
        ? Optional.empty()
        : ofPaths.stream().findFirst();
  }

  private static void print(String title, List<Doctor.Finding> findings) {
    System.out.println(
        title.equals("cpu")
            ? "CPU"
            : title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1));
    int names = width(findings, Doctor.Finding::name, LEAST_NAME);
    int values = width(findings, Doctor.Finding::version, LEAST_VALUE);
    for (Doctor.Finding finding : findings) {
      String line =
          "  %s %s %s"
              .formatted(
                  padded(finding.name(), names), padded(finding.version(), values), finding.note());
      System.out.println(line.stripTrailing());
    }
  }

  private static int width(
      List<Doctor.Finding> findings, Function<Doctor.Finding, String> text, int least) {
    return Math.max(least, findings.stream().map(text).mapToInt(String::length).max().orElse(0));
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(width - text.length());
  }
}
