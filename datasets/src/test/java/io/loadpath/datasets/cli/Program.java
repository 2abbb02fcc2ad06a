package io.loadpath.datasets.cli;

import io.loadpath.engines.service.StoppedException;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands as the launcher mounts them. */
@Command(
    name = "loadpath",
    subcommands = {DataCommand.class, SplitCommand.class, FingerprintCommand.class})
final class Program {

  private Program() {}

  public static void main(String[] args) {
    System.exit(line().execute(args));
  }

  private static CommandLine line() {
    return new CommandLine(new Program())
        .setExecutionExceptionHandler(
            (e, command, parsed) -> {
              if (!(e instanceof StoppedException)) {
                command.getErr().println(e.getMessage());
              }
              return 1;
            });
  }

  /** Output and exit code of a call. */
  record Outcome(int exitCode, String out, String err) {}

  static Outcome run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        line().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true)).execute(args);
    return new Outcome(exitCode, out.toString(), err.toString());
  }
}
