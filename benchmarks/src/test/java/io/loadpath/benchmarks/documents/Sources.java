package io.loadpath.benchmarks.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.FileVisitResult.CONTINUE;
import static java.nio.file.FileVisitResult.SKIP_SUBTREE;

import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text of the project's programs and scripts. */
final class Sources {
  private static final Pattern MADE = Pattern.compile("target|results|docs|examples|\\..*");
  private static final Pattern KIND =
      Pattern.compile(
          ".*\\.(java|sh|bash|sql|hql|pig|py|yaml|ftlh?|js|xml|txt|par|ctl|conf)|[\\w-]+");
  private static final Pattern OF_TEST = Pattern.compile(".*/src/test/.*");
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?s)//[^\n]*|/\\*.*?\\*/|'(?:[^'\\\\\n]|\\\\.)+'"
              + "|\"\"\".*?\"\"\"|\"(?:[^\"\\\\\n]++|\\\\.)*+\"");
  private static final Map<String, String> ALL = read();

  private Sources() {}

  /** Returns the texts of those that are no tests, by their files from the project's folder. */
  static Map<String, String> main(String file) {
    return ALL.entrySet().stream()
        .filter(e -> !OF_TEST.matcher(e.getKey()).matches() && e.getKey().matches(file))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Returns what the first group of a pattern finds in them. */
  static Set<String> find(String file, Pattern pattern) {
    return main(file).values().stream()
        .flatMap(text -> pattern.matcher(text).results())
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  /** Returns whether there is a class, or a method or constant as {@code AClass.name}. */
  static boolean hasMember(String name) {
    String[] words = name.split("\\.");
    Pattern declared = Pattern.compile("(void|static .*) \\Q" + words[words.length - 1] + "\\E\\b");
    return ALL.entrySet().stream()
        .filter(e -> e.getKey().endsWith("/" + words[0] + ".java"))
        .anyMatch(e -> words.length == 1 || declared.matcher(e.getValue()).find());
  }

  /** Returns the string literals of Java's source text. */
  static Stream<MatchResult> literals(String java) {
    return TOKEN.matcher(java).results().filter(token -> token.group().startsWith("\""));
  }

  private static Map<String, String> read() {
    Map<String, String> all = new TreeMap<>();
    SimpleFileVisitor<Path> reader =
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes about) {
            boolean made = MADE.matcher(folder.getFileName().toString()).matches();
            return made && !folder.equals(Program.ROOT) ? SKIP_SUBTREE : CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes about)
              throws IOException {
            if (KIND.matcher(file.getFileName().toString()).matches()) {
              String text = new String(Files.readAllBytes(file), UTF_8);
              all.put(Program.ROOT.relativize(file).toString(), text);
            }
            return CONTINUE;
          }
        };
    try {
      Files.walkFileTree(Program.ROOT, reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }
}
