package io.loadpath.engines.postgres.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The words of a statement outside parentheses, and its nesting. They decide where it ends and how
 * it is run.
 */
final class StatementShape {
  // The first words show COPY's stream, and whether CREATE makes a function.
  private static final int WORDS_KEPT = 64;

  private final List<String> words = new ArrayList<>();
  private int parentheses;
  private int bodies;

  void symbol(char c) {
    if (c == '(') {
      parentheses++;
    } else if (c == ')' && parentheses > 0) {
      parentheses--;
    }
  }

  void word(String word) {
    if (parentheses > 0) {
      return;
    }
    if (words.size() < WORDS_KEPT) {
      words.add(word);
    }
    if (isRoutine()) {
      countBody(word);
    }
  }

  /** Whether a semicolon here is the statement's end, not one in a rule or in a function's body. */
  boolean semicolonEnds() {
    return parentheses == 0 && bodies == 0;
  }

  /** Whether this is a COPY with the word {@code direction} and then one of the streams. */
  boolean isCopy(String direction, Set<String> streams) {
    if (words.isEmpty() || !words.get(0).equals("copy")) {
      return false;
    }
    for (int i = 1; i + 1 < words.size(); i++) {
      if (words.get(i).equals(direction)) {
        return streams.contains(words.get(i + 1));
      }
    }
    return false;
  }

  /** CREATE [OR REPLACE] FUNCTION or PROCEDURE: its body may be BEGIN ATOMIC … END. */
  private boolean isRoutine() {
    if (words.size() < 2 || !words.get(0).equals("create")) {
      return false;
    }
    boolean replace =
        words.size() > 3 && words.get(1).equals("or") && words.get(2).equals("replace");
    return Set.of("function", "procedure").contains(words.get(replace ? 3 : 1));
  }

  private void countBody(String word) {
    switch (word) {
      case "begin" -> bodies++;
      case "case" -> bodies += bodies > 0 ? 1 : 0;
      case "end" -> bodies -= bodies > 0 ? 1 : 0;
      default -> {}
    }
  }
}
