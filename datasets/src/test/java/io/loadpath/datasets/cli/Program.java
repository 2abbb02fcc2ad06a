package io.loadpath.datasets.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The commands as the launcher mounts them. */
@Command(
    name = "loadpath",
    subcommands = {DataCommand.class, ChopCommand.class, FingerprintCommand.class})
final class Program {

  @Option(names = "--debug")
  private boolean debug;

  private Program() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new Program()).execute(args));
  }

  /** What a call printed, and its exit code. */
  record Outcome(int exitCode, String out, String err) {}

  static Outcome run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new CommandLine(new Program())
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(args);
    return new Outcome(exitCode, out.toString(), err.toString());
  }
}
