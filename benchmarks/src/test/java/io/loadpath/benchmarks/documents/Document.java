package io.loadpath.benchmarks.documents;

import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page of the project in Markdown. */
record Document(Path file, String text) {
  private static final Path OF_ARCHIVE = Program.ROOT.resolve("dist/src/edge/README.md");
  private static final Pattern CONTINUED = Pattern.compile("\\\\\n\\s*");
  private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```$");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern SPAN = Pattern.compile("`([^`\n]+)`");
  private static final Pattern CELL_END = Pattern.compile("(?<!\\\\)\\|");

  static Document of(Path file) {
    try {
      return new Document(file, Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns all pages of the project. */
  static List<Document> all() {
    Stream<Path> alone =
        Stream.of("README.md", "METHODOLOGY.md", "CONTRIBUTING.md", "SECURITY.md")
            .map(Program.ROOT::resolve);
    return Stream.of(alone, Stream.of(OF_ARCHIVE), in("docs"), in("examples"))
        .flatMap(files -> files)
        .map(Document::of)
        .toList();
  }

  /** Returns the pages in a folder. */
  static Stream<Path> in(String folder) {
    try (Stream<Path> files = Files.walk(Program.ROOT.resolve(folder))) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the file's name from the project's folder. */
  String name() {
    return Program.ROOT.relativize(file).toString();
  }

  /** Returns what the first group of a pattern finds; commands are on one line. */
  Stream<String> find(Pattern pattern) {
    String joined = CONTINUED.matcher(text).replaceAll("");
    return pattern.matcher(joined).results().map(found -> found.group(1).strip());
  }

  /** Returns the file that a link leads to; the archive has its page in its first folder. */
  Path target(String link) {
    Path folder = file.equals(OF_ARCHIVE) ? Program.ROOT : file.getParent();
    return link.isEmpty() ? file : folder.resolve(link).normalize();
  }

  /** Returns the anchors of the headings, as GitHub makes them. */
  Set<String> anchors() {
    return HEADING
        .matcher(FENCED.matcher(text).replaceAll(""))
        .results()
        .map(heading -> heading.group(1).strip().toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  /** Returns the text below a heading of the second rank; empty if there is none. */
  String section(String heading) {
    Matcher found =
        Pattern.compile("(?ms)^\\Q%s\\E\n(.*?)(?=^## |\\z)".formatted(heading)).matcher(text);
    return found.find() ? found.group(1) : "";
  }

  Document without(String heading) {
    return new Document(file, text.replace(heading + "\n" + section(heading), ""));
  }

  /** Returns the cells of the rows of all tables whose head begins like this. */
  static List<List<String>> rows(String text, String head) {
    return Pattern.compile("(?m)^\\| \\Q%s\\E \\|.*\n\\|-.*\n((?:\\|.*\n?)*)".formatted(head))
        .matcher(text)
        .results()
        .flatMap(table -> table.group(1).lines())
        .map(row -> CELL_END.splitAsStream(row).skip(1).map(String::strip).toList())
        .toList();
  }

  /** Returns the code in a text, without its backticks. */
  static List<String> code(String text) {
    return SPAN.matcher(text).results().map(found -> found.group(1)).toList();
  }

  /** Returns the number of the line with a place in a text. */
  static int line(String text, MatchResult place) {
    return 1 + (int) text.substring(0, place.start()).chars().filter(c -> c == '\n').count();
  }
}
