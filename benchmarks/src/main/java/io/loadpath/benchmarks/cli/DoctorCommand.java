package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.measure.Doctor;
import io.loadpath.tables.cli.HelpOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code bin/loadpath doctor} */
@Command(
    name = "doctor",
    description = {
      "Shows what this machine has for the paths, what an optional tool would add, and how to get"
          + " it.",
      "Exit code: 0 if all required tools and all engines are there, otherwise 1."
    })
final class DoctorCommand implements Callable<Integer> {
  @Mixin private HelpOption help;
  @Mixin private JsonOption json;
  @ParentCommand private Commands program;

  @Override
  public Integer call() {
    Doctor doctor = new Doctor(program.root(), program.state(), program.environment());
    Map<String, List<Doctor.Finding>> found = new LinkedHashMap<>();
    found.put("needed", doctor.base());
    found.put("engines", doctor.engines());
    Optional<Doctor.Finding> bad =
        found.values().stream().flatMap(List::stream).filter(f -> !f.good()).findFirst();
    found.put("optional", doctor.optional());
    if (json.wanted()) {
      JsonOption.print(found);
    } else {
      found.forEach(DoctorCommand::show);
      System.out.println(
          bad.map(first -> "Not ready. First, %s: %s".formatted(first.name(), first.note()))
              .orElse("Ready: bin/loadpath run"));
    }
    return bad.isEmpty() ? 0 : 1;
  }

  private static void show(String title, List<Doctor.Finding> findings) {
    System.out.println(title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1));
    for (Doctor.Finding finding : findings) {
      System.out.printf("  %-10s %-18s %s%n", finding.name(), finding.version(), finding.note());
    }
  }
}
