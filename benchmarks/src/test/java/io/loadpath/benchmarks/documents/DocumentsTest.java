package io.loadpath.benchmarks.documents;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.cli.CommandsPage;
import io.loadpath.benchmarks.record.OldPathNames;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.PathCatalogue;
import io.loadpath.benchmarks.suite.Suite;
import io.loadpath.engines.service.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Model.CommandSpec;

/** What the documents name exists. */
class DocumentsTest {
  private static final List<Document> DOCUMENTS =
      Document.all().stream().map(document -> document.without("## Old names")).toList();

  private static final CommandSpec COMMANDS = CommandsPage.commands();

  /** Options of other tools, and of a command as it was when a result was made. */
  private static final Set<String> OTHER_OPTIONS =
      Set.of(
          """
          --append --batch --boundary-query --clear-staging-table --columns --compress
          --compression-codec --connect --direct --direct-split-size --export-dir --fetch-size
          --hcatalog-table --hive-delims-replacement --incremental --input-null-string
          --map-column-java --merge-key --null-non-string --null-string --num-mappers
          --options-file --password-alias --query --relaxed-isolation --split-by --staging-table
          --target-dir --update-key --update-mode --validate --where
          --config --database --hiveconf --hivevar --add-modules --add-opens --detach --source --long --ultra
          --seconds --mount-proc
          """
              .split("\\s+"));

  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)\\s]+)\\)");
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])(--[a-z][a-z-]*)");
  private static final String ARGUMENT = "(?:'[^'\n]*'|\"[^\"\n]*\"|[^\\s|;&)#`']+)";
  private static final Pattern COMMAND =
      Pattern.compile("(?:bin/loadpath +|`(?=run ))(%1$s(?: +%1$s)*)".formatted(ARGUMENT));
  private static final Pattern WORD = Pattern.compile("'[^']*'|\"[^\"]*\"|\\S+");
  private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
  private static final Set<String> ANY_COMMAND = Set.of("…", "COMMAND");
  private static final Pattern KEY =
      Pattern.compile("(?:(?<![\\w./])|-D)(loadpath\\.[a-z][a-z0-9.-]*[a-z0-9])(?!\\.\\*|[\\w(])");
  private static final Pattern KEY_OF_Q1 = Pattern.compile("PREFIX \\+ \"([a-z.-]+)\"");
  private static final Pattern VARIABLE = Pattern.compile("(LOADPATH_(?!PARAM_)[A-Z_]*[A-Z])");
  private static final Pattern READ_VARIABLE =
      Pattern.compile("(?:\"|\\$\\{?)" + VARIABLE.pattern() + "(?![A-Z_])");
  private static final Pattern DASHED =
      Pattern.compile("(?<![\\w./*-])([a-z]\\w*(?:-\\w+)+)(?![\\w/-])");
  private static final Pattern OF_PATH =
      Pattern.compile(".*-(un)?load-(postgres|oracle|orc)|.*-q1(-postgres)?");
  private static final Pattern TO_DO = Pattern.compile("(MEASURE.*|TO FILL IN.*)");
  private static final Pattern TEST =
      Pattern.compile("`([A-Z][A-Za-z0-9]+(?:Test|IT|OnCluster)(?:\\.\\w+)?)`");
  private static final Pattern MEMBER =
      Pattern.compile("`([A-Z]\\w+[a-z]\\.(?!java|yaml|json)\\w{4,})`");

  /** Fails with each find of a pattern that is not as it must be, and with its document. */
  private static void assertEach(Pattern pattern, BiPredicate<Document, String> right) {
    assertThat(DOCUMENTS.stream().flatMap(d -> d.find(pattern))).isNotEmpty();
    assertThat(
            DOCUMENTS.stream()
                .flatMap(
                    d ->
                        d.find(pattern)
                            .filter(found -> !right.test(d, found))
                            .map(found -> d.name() + ": " + found)))
        .isEmpty();
  }

  private static void assertEach(Pattern pattern, Predicate<String> right) {
    assertEach(pattern, (document, found) -> right.test(found));
  }

  @Test
  void linksAndAnchorsLeadSomewhere() {
    assertEach(LINK, DocumentsTest::leads);
  }

  private static boolean leads(Document from, String link) {
    String[] parts = link.split("#");
    Path target = from.target(parts[0]);
    return Files.exists(target)
        && (parts.length == 1 || Document.of(target).anchors().contains(parts[1]));
  }

  @Test
  void theIndexHasEveryPage() {
    Document index = Document.of(Program.ROOT.resolve("docs/README.md"));
    assertThat(index.find(LINK).map(link -> index.target(link.split("#")[0])))
        .containsAll(Document.in("docs").filter(page -> !page.endsWith("docs/README.md")).toList());
  }

  @Test
  void optionsAreThoseOfACommandOrOfAnotherTool() {
    Set<String> ours = new HashSet<>();
    addOptions(COMMANDS, ours);
    ours.addAll(Sources.find("engines/postgres/.*", Pattern.compile("\"(--[a-z-]+)\"")));
    ours.addAll(
        Sources.find("mapreduce/.*/LoadOptions\\.java", Pattern.compile("\"(--[a-z-]+)\"")));

    assertEach(OPTION, option -> ours.contains(option) || OTHER_OPTIONS.contains(option));
    assertThat(OTHER_OPTIONS)
        .hasSizeLessThan(50)
        .doesNotContainAnyElementsOf(ours)
        .isSubsetOf(DOCUMENTS.stream().flatMap(d -> d.find(OPTION)).collect(toSet()));
  }

  private static void addOptions(CommandSpec command, Set<String> options) {
    options.addAll(command.optionsMap().keySet());
    command.subcommands().values().forEach(sub -> addOptions(sub.getCommandSpec(), options));
  }

  @Test
  void commandLinesHaveACommandWithItsOwnOptionsAndSuites() {
    Set<String> suites = Suite.all(Program.ROOT).stream().map(Suite::name).collect(toSet());
    assertEach(COMMAND, line -> isRight(line, suites));
  }

  private static boolean isRight(String line, Set<String> suites) {
    List<String> words =
        new ArrayList<>(WORD.matcher(line).results().map(MatchResult::group).toList());
    CommandSpec command = COMMANDS;
    while (!words.isEmpty() && command.subcommands().containsKey(words.get(0))) {
      command = command.subcommands().get(words.remove(0)).getCommandSpec();
    }
    Set<String> options = command.optionsMap().keySet();
    String first = words.isEmpty() ? "-" : words.get(0);
    return (command.parent() != null || first.startsWith("-") || ANY_COMMAND.contains(first))
        && (!command.name().equals("run")
            || !NAME.matcher(first).matches()
            || suites.contains(first))
        && words.stream()
            .filter(word -> word.startsWith("-"))
            .allMatch(word -> options.contains(word.split("=")[0]));
  }

  @Test
  void keysExist() {
    Set<String> keys = Sources.find(".*", KEY);
    Sources.find(".*/Q1Options\\.java", KEY_OF_Q1).forEach(end -> keys.add("loadpath.q1." + end));
    keys.add("loadpath.golden"); // of these tests
    assertEach(KEY, keys::contains);
  }

  @Test
  void environmentVariablesExist() {
    assertEach(VARIABLE, Sources.find(".*", VARIABLE)::contains);
  }

  @Test
  void eachEnvironmentVariableThatIsReadIsOnItsPage() {
    assertThat(Document.of(Program.ROOT.resolve("docs/reference/environment.md")).find(VARIABLE))
        .containsAll(Sources.find(".*", READ_VARIABLE));
  }

  @Test
  void pathsHaveTodaysNames() {
    Set<String> paths =
        PathCatalogue.discover(Program.ROOT).all().stream().map(LoadPath::name).collect(toSet());
    assertEach(
        DASHED,
        name ->
            OldPathNames.path(name).isEmpty()
                && (!OF_PATH.matcher(name).matches() || paths.contains(name)));
  }

  @Test
  void testsAndConstantsThatAClaimRestsOnExist() {
    assertEach(TEST, Sources::hasMember);
    assertEach(MEMBER, Sources::hasMember);
  }

  @Test
  void noFigureIsStillToBeMeasured() {
    assertThat(DOCUMENTS.stream().flatMap(d -> d.find(TO_DO).map(f -> d.name() + ": " + f)))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"README.md, 100", "METHODOLOGY.md, 200"})
  void staysShort(String name, int lines) {
    assertThat(Document.of(Program.ROOT.resolve(name)).text().lines().count())
        .isLessThanOrEqualTo(lines);
  }
}
