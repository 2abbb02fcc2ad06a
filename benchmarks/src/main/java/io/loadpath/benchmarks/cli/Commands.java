package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.Version;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.datasets.cli.ChopCommand;
import io.loadpath.datasets.cli.DataCommand;
import io.loadpath.datasets.cli.FingerprintCommand;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.StateFolder;
import io.loadpath.engines.service.StoppedException;
import io.loadpath.tables.cli.HelpOption;
import io.loadpath.tables.cli.ScriptsCommand;
import io.loadpath.tables.yaml.InvalidFileException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** All commands of {@code bin/loadpath}. */
@Command(
    name = "bin/loadpath",
    versionProvider = Commands.VersionProvider.class,
    description = {
      "Which path loads my data fastest, and what does it cost in CPU?",
      "Runs the same rows through MapReduce, Hive, Sqoop and external tables on real engines."
    },
    footer = {
      "",
      "Examples:",
      "  bin/loadpath run                       every path on small data",
      "  bin/loadpath list                      the suites and the paths",
      "  bin/loadpath run --only mapreduce-q1   one path",
      "  bin/loadpath describe 'sales/*.csv'    how files of yours write a table",
      "  bin/loadpath compare A.json B.json     what a change has brought",
      "  bin/loadpath dissect q1                why Hive needs two jobs for Q1",
      "  bin/loadpath plan --help               how hard to compress, cores for a TB/h",
      "  bin/loadpath cluster start             HDFS and YARN as daemons on this machine",
      "  bin/loadpath faults                    how paths fail when the cluster does",
      "  bin/loadpath chaos                     do harmed loads lose or double rows?",
      "  bin/loadpath doctor                    what is installed, and what is missing",
      "  bin/loadpath run --help                every command has a help",
      "",
      "Exit codes: 0 all good, 1 something failed, 2 wrong usage."
    },
    subcommands = {
      RunCommand.class,
      DissectCommand.class,
      PlanCommand.class,
      ReportCommand.class,
      CompareCommand.class,
      ListCommand.class,
      DescribeCommand.class,
      DoctorCommand.class,
      ClusterCommand.class,
      FaultsCommand.class,
      ChaosCommand.class,
      DataCommand.class,
      ChopCommand.class,
      FingerprintCommand.class,
      ScriptsCommand.class,
      RecoverCommand.class
    })
public final class Commands implements Runnable {
  @Spec private CommandSpec spec;

  @Mixin private HelpOption help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Shows the version.")
  private boolean version;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Shows the stack trace of an error.")
  private boolean debug;

  private final Map<String, String> environment;

  private Commands(Map<String, String> environment) {
    this.environment = environment;
  }

  /** Executes a command line and returns its exit code: 0 good, 1 failed, 2 wrong usage. */
  public static int execute(String... arguments) {
    return execute(System.getenv(), arguments);
  }

  /** The same in another environment than this process's. */
  public static int execute(Map<String, String> environment, String... arguments) {
    Commands commands = new Commands(environment);
    CommandLine line = new CommandLine(commands);
    line.setExecutionExceptionHandler((e, failed, parsed) -> commands.report(e, failed));
    line.setParameterExceptionHandler(Commands::reportUsage);
    return line.execute(arguments);
  }

  /** Returns the caller's environment variables, with those that the launcher sets. */
  Map<String, String> environment() {
    return environment;
  }

  /** Returns the project's folder, which the launcher names. */
  Path root() {
    return Path.of(environment.getOrDefault("LOADPATH_ROOT", "")).toAbsolutePath().normalize();
  }

  /** Returns the folder for all that commands make, which the launcher names. */
  Path state() {
    return StateFolder.of(environment);
  }

  /** Returns where a run works; it tells its progress on standard error. */
  RunPlace place(PathsOption paths) {
    return new RunPlace(
        root(),
        state(),
        environment,
        System.err,
        Integer.getInteger("loadpath.terminal-columns", 0),
        paths.folders(),
        RecoverCommand.commandLine(paths));
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "name a command");
  }

  /** One line that names the mistake; the whole usage would hide it. */
  private static int reportUsage(CommandLine failed, String message) {
    failed.getErr().println("loadpath: " + message);
    failed.getErr().println("'" + failed.getCommandSpec().qualifiedName() + " --help' explains");
    return failed.getCommandSpec().exitCodeOnInvalidInput();
  }

  private static int reportUsage(CommandLine.ParameterException e, String[] unparsed) {
    String suggestions =
        e instanceof CommandLine.UnmatchedArgumentException unmatched
                && !unmatched.getSuggestions().isEmpty()
            ? "; did you mean " + String.join(" or ", unmatched.getSuggestions()) + "?"
            : "";
    return reportUsage(e.getCommandLine(), e.getMessage() + suggestions);
  }

  private int report(Exception e, CommandLine failed) {
    if (e instanceof UsageException) {
      return reportUsage(failed, e.getMessage());
    }
    if (e instanceof StoppedException) { // the user was told
      return failed.getCommandSpec().exitCodeOnExecutionException();
    }
    PrintWriter err = failed.getErr();
    err.println("loadpath: " + explanation(e));
    if (debug) {
      e.printStackTrace(err);
    }
    return failed.getCommandSpec().exitCodeOnExecutionException();
  }

  private static String explanation(Exception e) {
    if (e instanceof FileSystemException) { // whose message is the file's name alone
      return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
    boolean explained =
        e instanceof LoadpathException
            || e instanceof InvalidFileException
            || e instanceof ServiceException
            || e instanceof IOException;
    return explained ? e.getMessage() : "unexpected: " + e + "; --debug shows where";
  }

  /** Names the version of this build. */
  static final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"loadpath " + Version.current()};
    }
  }
}
