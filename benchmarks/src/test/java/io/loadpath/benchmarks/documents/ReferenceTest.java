package io.loadpath.benchmarks.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.cli.CommandsPage;
import io.loadpath.benchmarks.report.Golden;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.OwnTable;
import io.loadpath.benchmarks.suite.PathCatalogue;
import io.loadpath.benchmarks.suite.Suite;
import io.loadpath.benchmarks.suite.SuiteDefinition;
import io.loadpath.engines.service.Program;
import io.loadpath.tables.Trait;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages for looking up hold what the code holds, and nothing else. */
class ReferenceTest {
  private static final Pattern CONSTANT =
      Pattern.compile(
          "/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*(?:public )?static final String \\w+ = (?:(PREFIX) \\+ )?\"([a-z0-9.-]+)\";");
  private static final Pattern DEFAULT =
      Pattern.compile("[Dd]efault:?[\\s*]+(?:\\{@value #(\\w+)\\}|([\\w-]+))");
  private static final Pattern RANGE = Pattern.compile("(\\d+)\\.\\.(\\d+)(\\D*)");
  private static final Set<String> TRAITS =
      Arrays.stream(Trait.values()).map(Trait::toString).collect(Collectors.toSet());

  @Test
  void commandsAreThoseOfTheHelp() throws IOException {
    Golden.matches(Program.ROOT.resolve("docs/reference/commands.md"), CommandsPage.text());
  }

  @Test
  void keysAndDefaultsAreThoseOfTheConstants() {
    Map<String, String> constants = new TreeMap<>();
    constants.putAll(constants("loads/.*/Settings\\.java", ""));
    constants.putAll(constants("mapreduce/.*/Q1Options\\.java", "loadpath.q1."));

    assertThat(keys(page("reference/connector"))).isEqualTo(constants);
    assertThat(Document.all())
        .allSatisfy(page -> assertThat(constants).as(page.name()).containsAllEntriesOf(keys(page)));
  }

  private static Map<String, String> constants(String file, String prefix) {
    String code = Sources.main(file).values().iterator().next();
    return CONSTANT
        .matcher(code)
        .results()
        .collect(
            Collectors.toMap(
                found -> (found.group(2) == null ? "" : prefix) + found.group(3),
                found -> defaultValue(found.group(1), code)));
  }

  private static String defaultValue(String comment, String code) {
    Matcher found = DEFAULT.matcher(comment);
    assertThat(found.find()).as("a default in: " + comment).isTrue();
    if (found.group(1) == null) {
      return found.group(2);
    }
    return Pattern.compile(" " + found.group(1) + " = (.*);")
        .matcher(code)
        .results()
        .map(value -> value.group(1))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, String> keys(Document page) {
    return Document.rows(page.text(), "key | values | default | meaning").stream()
        .filter(row -> row.get(0).startsWith("`loadpath."))
        .collect(Collectors.toMap(row -> plain(row.get(0)), row -> plain(row.get(2))));
  }

  private static String plain(String cell) {
    return cell.replace("`", "");
  }

  @Test
  void suitesAreThoseOfTheFolder() {
    String page = page("reference/suites").text();
    List<Suite> suites = Suite.all(Program.ROOT);

    assertThat(Document.rows(page, "suite | what it shows | data | rounds"))
        .extracting(row -> plain(row.get(0)) + ": " + row.get(3))
        .containsExactlyInAnyOrderElementsOf(
            suites.stream()
                .filter(s -> !s.hidden())
                .map(s -> s.name() + ": " + rounds(s))
                .toList());
    assertThat(Document.rows(page, "suite | used by | data"))
        .extracting(row -> plain(row.get(0)))
        .containsExactlyInAnyOrderElementsOf(
            suites.stream().filter(Suite::hidden).map(Suite::name).toList());
  }

  private static String rounds(Suite suite) {
    SuiteDefinition definition = suite.definition();
    return definition.rounds()
        + (definition.budget() == null ? "" : ", within " + definition.budget())
        + (definition.warmups() == 0 ? "" : ", after %d warm-up".formatted(definition.warmups()));
  }

  static Stream<LoadPath> paths() {
    return PathCatalogue.discover(Program.ROOT).all().stream();
  }

  private static Document page(LoadPath path) {
    return page("paths/" + path.name());
  }

  private static Document page(String name) {
    return Document.of(Program.ROOT.resolve("docs/" + name + ".md"));
  }

  @Test
  void eachPathHasAPage() {
    assertThat(Document.in("docs/paths"))
        .containsExactlyInAnyOrderElementsOf(paths().map(p -> page(p).file()).toList());
  }

  @ParameterizedTest
  @MethodSource("paths")
  void pagesOfPathsHaveOneForm(LoadPath path) {
    assertThat(page(path).text()).startsWith("# %s\n".formatted(path.name()));
    assertThat(Pattern.compile("(?m)^## (.*)$").matcher(page(path).text()).results())
        .extracting(heading -> heading.group(1))
        .containsExactly(
            "What it does",
            "Needs",
            "In the harness",
            "Alone",
            "Parameters",
            "What can go wrong",
            "Measured");
  }

  @ParameterizedTest
  @MethodSource("paths")
  void parametersAreThoseOfThePath(LoadPath path) {
    String section = page(path).section("## Parameters");
    Map<String, List<String>> parameters = path.definition().parameters();

    assertThat(Document.rows(section, "parameter"))
        .extracting(row -> row.get(0) + ": " + row.get(1))
        .containsExactlyElementsOf(
            parameters.entrySet().stream()
                .map(p -> "`%s`: %s".formatted(p.getKey(), values(p.getValue())))
                .toList());
    assertThat(section.startsWith("None.")).isEqualTo(parameters.isEmpty());
  }

  private static String values(List<String> values) {
    return values.stream()
        .map(
            value ->
                RANGE.matcher(value).matches()
                    ? RANGE.matcher(value).replaceFirst("$1$3 to $2$3")
                    : "`" + value + "`")
        .collect(Collectors.joining(", "));
  }

  @ParameterizedTest
  @MethodSource("paths")
  void traitsThatAPathCannotTakeAreThoseOfThePath(LoadPath path) {
    OwnTable own = path.definition().ownTable();
    Stream<Trait> traits =
        own == null
            ? Stream.empty()
            : Stream.concat(
                own.cannotTake().keySet().stream(),
                own.cannotTakeWhen().values().stream()
                    .flatMap(values -> values.values().stream())
                    .flatMap(reasons -> reasons.keySet().stream()));

    assertThat(new HashSet<>(Document.code(page(path).section("## What can go wrong"))))
        .filteredOn(TRAITS::contains)
        .containsExactlyInAnyOrderElementsOf(traits.map(Trait::toString).distinct().toList());
  }
}
