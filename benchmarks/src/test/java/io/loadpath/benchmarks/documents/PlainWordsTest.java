package io.loadpath.benchmarks.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What users read is free of the words in {@code hard-words.txt}. */
class PlainWordsTest {
  private static final List<HardWord> HARD_WORDS = read();

  /** A word to avoid, and what to write. */
  private record HardWord(Pattern pattern, String plain) {
    static HardWord of(String line) {
      String[] cells = line.split("\t");
      return new HardWord(
          Pattern.compile(cells[0], Pattern.CASE_INSENSITIVE | Pattern.MULTILINE), cells[1]);
    }

    /** Returns where the word is in a part of a file, which begins at a line. */
    Stream<String> in(String file, int line, String part) {
      return pattern
          .matcher(part)
          .results()
          .map(
              found ->
                  "%s:%d: '%s': %s"
                      .formatted(
                          file, line + Document.line(part, found) - 1, found.group(), plain));
    }
  }

  private static List<HardWord> read() {
    try (InputStream in = PlainWordsTest.class.getResourceAsStream("hard-words.txt")) {
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(HardWord::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> hardWords(String file, int line, String part) {
    return HARD_WORDS.stream().flatMap(word -> word.in(file, line, part));
  }

  @Test
  void documentsHavePlainWords() {
    assertThat(Document.all().stream().flatMap(d -> hardWords(d.name(), 1, d.text()))).isEmpty();
  }

  @Test
  void messagesAndHelpHavePlainWords() {
    assertThat(
            Sources.main(".*\\.java").entrySet().stream()
                .flatMap(
                    file ->
                        Sources.literals(file.getValue())
                            .flatMap(
                                text ->
                                    hardWords(
                                        file.getKey(),
                                        Document.line(file.getValue(), text),
                                        text.group()))))
        .isEmpty();
  }

  @Test
  void templatesAndTheReportHavePlainWords() {
    assertThat(
            Sources.main(".*\\.(ftlh?|js)").entrySet().stream()
                .flatMap(file -> hardWords(file.getKey(), 1, file.getValue())))
        .isEmpty();
  }
}
