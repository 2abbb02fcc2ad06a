package io.loadpath.benchmarks.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The messages that the documents explain, in the column "message", are those of the code. */
class MessagesTest {
  private static final Set<String> OF_OTHERS =
      Set.of(
          "Permission denied",
          "permission denied for database …",
          "AssertionError",
          "password authentication failed",
          "Connection to … refused",
          "no pg_hba.conf entry",
          "canceling statement due to statement timeout");
  private static final int MIN_CHARACTERS = 4;

  @Test
  void quotedMessagesAreInTheCode() {
    List<String> code = Sources.main(".*").values().stream().map(MessagesTest::joined).toList();
    List<String> quoted =
        Document.all().stream().flatMap(MessagesTest::messages).distinct().toList();

    assertThat(quoted).hasSizeGreaterThan(50).containsAll(OF_OTHERS);
    assertThat(quoted)
        .filteredOn(message -> !OF_OTHERS.contains(message))
        .filteredOn(message -> code.stream().noneMatch(text -> holds(text, message)))
        .isEmpty();
  }

  private static Stream<String> messages(Document document) {
    return Document.rows(document.text(), "message").stream()
        .flatMap(row -> Document.code(row.get(0)).stream());
  }

  /** Joins literals, and takes the marks of Java, SQL and shell out of them. */
  private static String joined(String code) {
    return code.replaceAll("\"\\s*\\+\\s*\"", "")
        .replaceAll("\\\\([\"$\\\\])", "$1")
        .replace("''", "'")
        .replaceAll("\\s+", " ");
  }

  /** Returns whether the parts between dots stand in the text in this order, near each other. */
  private static boolean holds(String text, String message) {
    List<String> parts =
        Stream.of(message.split("…"))
            .map(String::strip)
            .filter(part -> part.length() >= MIN_CHARACTERS)
            .toList();
    String pattern = parts.stream().map(Pattern::quote).collect(Collectors.joining(".{0,200}?"));
    return parts.stream().allMatch(text::contains) && Pattern.compile(pattern).matcher(text).find();
  }
}
