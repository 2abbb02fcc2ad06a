package io.loadpath.benchmarks.cli;

import static java.util.stream.Collectors.joining;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The page docs/reference/commands.md, made from the commands themselves. {@code
 * -Dloadpath.golden=write} writes it again: CONTRIBUTING.md has the command.
 */
public final class CommandsPage {
  private static final String HEAD =
      """
      # Commands

      This page is the help of the commands: `bin/loadpath COMMAND --help` shows the same. A test compares the two.

      Every command has `-h`, `--help`, and `--debug`, which shows the stack trace of an error. `bin/loadpath --version` shows the version. [Exit codes](exit-codes.md) has those of each command.
      """;
  private static final Pattern DEFAULT = Pattern.compile(" ?\\(default: ([^)]*)\\)");
  private static final List<String> EVERYWHERE = List.of("--help", "--debug");

  private CommandsPage() {}

  /** Returns the commands as picocli knows them. */
  public static CommandSpec commands() {
    return Commands.line(Map.of()).getCommandSpec();
  }

  /** Returns the page. */
  public static String text() {
    CommandSpec all = commands();
    StringBuilder page = new StringBuilder(HEAD);
    Commands.GROUPS.forEach(
        (group, names) -> {
          page.append("\n## ").append(group).append('\n');
          names.forEach(
              name -> page.append(command("###", all.subcommands().get(name).getCommandSpec())));
        });
    return page.toString();
  }

  private static String command(String heading, CommandSpec command) {
    String name = command.qualifiedName().substring("bin/loadpath ".length());
    String usage = new Help(command, Help.defaultColorScheme(Help.Ansi.OFF)).abbreviatedSynopsis();
    List<String> rows =
        Stream.concat(
                command.positionalParameters().stream().map(p -> row(p, p.paramLabel())),
                command.options().stream()
                    .filter(option -> !EVERYWHERE.contains(option.longestName()))
                    .sorted(Comparator.comparing(OptionSpec::longestName))
                    .map(option -> row(option, words(option))))
            .toList();
    StringBuilder text = new StringBuilder("\n%s %s\n".formatted(heading, name));
    text.append(
        Stream.of(command.usageMessage().description())
            .filter(line -> !line.isBlank())
            .map(String::formatted)
            .collect(joining(" ")));
    text.append("\n\n    ").append(usage.strip()).append('\n');
    if (!rows.isEmpty()) {
      text.append("\n| argument, option | default | meaning |\n|---|---|---|\n");
      rows.forEach(text::append);
    }
    text.append(footer(command.usageMessage().footer()));
    command
        .subcommands()
        .values()
        .forEach(sub -> text.append(command("####", sub.getCommandSpec())));
    return text.toString();
  }

  private static String words(OptionSpec option) {
    String names = String.join(", ", option.names());
    return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
  }

  private static String row(ArgSpec argument, String words) {
    String text = Stream.of(argument.description()).map(String::formatted).collect(joining(" "));
    Matcher found = DEFAULT.matcher(text);
    String usual =
        found.find()
            ? found.group(1)
            : argument.required() && argument.group() == null
                ? "required"
                : Objects.requireNonNullElse(argument.defaultValue(), "–");
    return "| `%s` | %s | %s |\n"
        .formatted(words, usual, found.replaceFirst(""))
        .replaceAll("(?<! )\\|(?! )", "\\\\|");
  }

  /** Indented lines are commands; the others are text. */
  private static String footer(String... lines) {
    StringBuilder text = new StringBuilder();
    Optional<Boolean> before = Optional.empty();
    for (String line : lines) {
      Optional<Boolean> code =
          line.isEmpty() ? Optional.empty() : Optional.of(line.startsWith("  "));
      if (code.isPresent()) {
        text.append(code.equals(before) ? "" : "\n");
        text.append(code.get() ? "  " : "").append(line.formatted()).append('\n');
      }
      before = code;
    }
    return text.toString();
  }
}
