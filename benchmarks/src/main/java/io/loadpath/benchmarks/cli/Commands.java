package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.OldNameException;
import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.Version;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.datasets.cli.DataCommand;
import io.loadpath.datasets.cli.FingerprintCommand;
import io.loadpath.datasets.cli.SplitCommand;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.StateFolder;
import io.loadpath.engines.service.StoppedException;
import io.loadpath.tables.cli.GenerateCommand;
import io.loadpath.tables.cli.HelpOption;
import io.loadpath.tables.yaml.InvalidFileException;
import io.loadpath.tables.yaml.NearestName;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

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
      "  bin/loadpath run                       run every path on small data",
      "  bin/loadpath run --only mapreduce-q1   run one path",
      "  bin/loadpath describe 'sales/*.csv'    describe your files in sales.yaml",
      "  bin/loadpath run sales.yaml            find the fastest path for your files",
      "  bin/loadpath compare A.json B.json     is B faster than A?",
      "  bin/loadpath run --help                help for a command",
      "",
      "Exit codes: 0 success, 1 failure, 2 wrong usage."
    },
    subcommands = {
      RunCommand.class,
      CompareCommand.class,
      ReportCommand.class,
      PlanCommand.class,
      FaultsCommand.class,
      ChaosCommand.class,
      DescribeCommand.class,
      CheckCommand.class,
      SplitCommand.class,
      GenerateCommand.class,
      LocationsCommand.class,
      FingerprintCommand.class,
      DataCommand.class,
      DoctorCommand.class,
      ListCommand.class,
      ClusterCommand.class,
      NetCommand.class,
      RecoverCommand.class,
      Completion.class
    })
public final class Commands implements Runnable {
  /** The commands, grouped as in the help. */
  static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

  private static final int NAME_COLUMNS = 15;

  static {
    GROUPS.put("Measure", List.of("run", "compare", "report", "plan", "faults", "chaos"));
    GROUPS.put(
        "Your data",
        List.of("describe", "check", "split", "generate", "locations", "fingerprint", "data"));
    GROUPS.put("Set up", List.of("doctor", "list", "cluster", "net", "recover", "completion"));
  }

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

  /** Executes a command line with these environment variables. */
  public static int execute(Map<String, String> environment, String... arguments) {
    CommandLine line = line(environment);
    return OldNames.answer(arguments)
        .map(answer -> reportOld(line, answer))
        .orElseGet(() -> line.execute(arguments));
  }

  /** Returns all commands, before they have read any arguments. */
  static CommandLine line(Map<String, String> environment) {
    Commands commands = new Commands(environment);
    CommandLine line = new CommandLine(commands);
    NetCommand.leaveOptionsToPrograms(line.getSubcommands().get("net"));
    line.getHelpSectionMap().remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING);
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, Commands::groups);
    line.setExecutionExceptionHandler((e, failed, parsed) -> commands.report(e, failed));
    line.setParameterExceptionHandler(Commands::reportUsage);
    return line;
  }

  /** Returns the groups of commands, each command with the first paragraph of its help. */
  private static String groups(Help help) {
    StringBuilder text = new StringBuilder();
    GROUPS.forEach(
        (title, names) -> {
          text.append(String.format("%n%s:%n", title));
          TextTable table =
              TextTable.forColumns(
                  help.colorScheme(),
                  new Column(NAME_COLUMNS, 2, Overflow.TRUNCATE),
                  new Column(
                      help.commandSpec().usageMessage().width() - NAME_COLUMNS, 2, Overflow.WRAP));
          for (String name : names) {
            String about =
                help.subcommands().get(name).commandSpec().usageMessage().description()[0];
            table.addRowValues(name, about.formatted());
          }
          text.append(table);
        });
    return text.toString();
  }

  /** Returns the environment variables of the caller and of the launcher. */
  Map<String, String> environment() {
    return environment;
  }

  /** Returns the project's folder, from {@code LOADPATH_ROOT}. */
  Path root() {
    return root(environment);
  }

  static Path root(Map<String, String> environment) {
    return Path.of(environment.getOrDefault("LOADPATH_ROOT", "")).toAbsolutePath().normalize();
  }

  /** Returns the folder for all files that commands make, except results. */
  Path state() {
    return StateFolder.of(environment);
  }

  /** Returns the folders of a run, and its output for progress: standard error. */
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

  private static int reportOld(CommandLine failed, String answer) {
    failed.getErr().println("loadpath: " + answer);
    return failed.getCommandSpec().exitCodeOnInvalidInput();
  }

  /** Prints the mistake and the way to the help; the whole usage would hide the mistake. */
  private static int reportUsage(CommandLine failed, String message) {
    failed.getErr().println("loadpath: " + message);
    failed.getErr().println("'" + failed.getCommandSpec().qualifiedName() + " --help' explains");
    return failed.getCommandSpec().exitCodeOnInvalidInput();
  }

  private static int reportUsage(CommandLine.ParameterException e, String[] unparsed) {
    return reportUsage(
        e.getCommandLine(),
        e instanceof UnmatchedArgumentException unmatched ? unmatched(unmatched) : e.getMessage());
  }

  private static String unmatched(UnmatchedArgumentException e) {
    Set<String> commands = e.getCommandLine().getSubcommands().keySet();
    if (!e.isUnknownOption() && !commands.isEmpty()) {
      String word = e.getUnmatched().get(0);
      return "unknown command '" + word + "'" + NearestName.suggestion(word, commands);
    }
    return e.getSuggestions().isEmpty()
        ? e.getMessage()
        : e.getMessage() + "; did you mean " + String.join(" or ", e.getSuggestions()) + "?";
  }

  private int report(Exception e, CommandLine failed) {
    if (e instanceof OldNameException) {
      return reportOld(failed, e.getMessage());
    }
    if (e instanceof UsageException) {
      return reportUsage(failed, e.getMessage());
    }
    if (e instanceof StoppedException) { // already reported
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
    if (e instanceof FileSystemException) { // its message is only the file's name
      return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
    boolean explained =
        e instanceof LoadpathException
            || e instanceof InvalidFileException
            || e instanceof ServiceException
            || e instanceof IOException;
    return explained ? e.getMessage() : "unexpected: " + e + "; --debug shows where";
  }

  /** Prints the version of this build. */
  static final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"loadpath " + Version.current()};
    }
  }
}
