package io.loadpath.tables.describe;

import java.util.ArrayList;
import java.util.List;

/** A row of a text, and its irregularities. */
final class Row {
  /** The line in which it begins, from 1. */
  final int line;

  final List<Cell> cells = new ArrayList<>();

  /** Whether a line end follows. */
  boolean ended;

  /** Whether CR LF ends it. */
  boolean crlf;

  /** Whether the text ends within quotes. */
  boolean open;

  /**
   * Quotes within a field without quotes around it, and fields with text after their closing quote.
   */
  int badQuotes;

  /** Pairs of quotes that stand for one. */
  int doubledQuotes;

  int escapes;

  Row(int line) {
    this.line = line;
  }

  /**
   * A field.
   *
   * @param text without quotes and escapes
   */
  record Cell(String text, boolean quoted) {
    boolean isEmpty() {
      return text.isEmpty() && !quoted;
    }
  }
}
