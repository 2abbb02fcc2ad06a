package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.measure.Doctor;
import io.loadpath.tables.cli.HelpOption;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code bin/loadpath doctor} */
@Command(
    name = "doctor",
    description =
        "Shows what is there for the paths to run on, and what an optional tool would add and how to"
            + " get it.")
final class DoctorCommand implements Callable<Integer> {
  @Mixin private HelpOption help;
  @ParentCommand private Commands program;

  @Override
  public Integer call() {
    Doctor doctor = new Doctor(program.root(), program.state(), program.environment());
    show("Needed", doctor.base());
    show("Engines", doctor.engines());
    show("Optional", doctor.optional());
    return 0;
  }

  private static void show(String title, List<Doctor.Finding> findings) {
    System.out.println(title);
    for (Doctor.Finding finding : findings) {
      System.out.printf("  %-10s %-18s %s%n", finding.name(), finding.version(), finding.note());
    }
  }
}
