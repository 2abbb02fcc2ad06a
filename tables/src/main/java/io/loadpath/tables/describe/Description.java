package io.loadpath.tables.describe;

import io.loadpath.engines.service.ShellWord;
import io.loadpath.rows.Column;
import io.loadpath.tables.Format;
import io.loadpath.tables.Table;
import io.loadpath.tables.yaml.YamlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A table as its files show it, with the certainty of each statement, as a file or as lines to
 * read.
 *
 * @param rows that were read, without header lines
 * @param extent the part of the files that was read, in words
 * @param codec of the files, by their names
 * @param format the reasons for the files' format, without keys that the table does not need
 * @param columns a remark on each column, or null
 * @param problems rows that do not fit, in words
 */
public record Description(
    Table table,
    long rows,
    String extent,
    Format codec,
    List<FormatLine> format,
    List<Note> columns,
    List<String> problems) {

  /**
   * A line of the format.
   *
   * @param value as in YAML
   */
  record FormatLine(String key, String value, Note note) {}

  /**
   * Returns the text of the file.
   *
   * @param file its name, for the commands in its comments
   */
  public String yaml(String file) {
    List<String> lines = new ArrayList<>();
    lines.add("# The table in these files. " + rowsRead());
    long guesses =
        format.stream().filter(line -> line.note().guessed()).count()
            + columns.stream().filter(note -> note != null && note.guessed()).count();
    if (guesses > 0) {
      lines.add(
          "# %s guessed: check %s, and correct mistakes."
              .formatted(
                  guesses == 1 ? "One thing is" : guesses + " things are",
                  guesses == 1 ? "it" : "them"));
    }
    lines.add("# check with: bin/loadpath check " + YamlText.comment(ShellWord.of(file)));
    problems.forEach(problem -> lines.add("# problem: " + YamlText.comment(problem)));
    lines.add("table: " + YamlText.word(table.name()));
    lines.add(
        table.files().stream()
            .map(YamlText::quoted)
            .collect(Collectors.joining(", ", "files: [", "]")));
    lines.add("format:");
    for (FormatLine line : format) {
      String entry = "  %s: %s".formatted(line.key(), line.value());
      lines.add("%-33s # %s".formatted(entry, comment(line.note())));
    }
    lines.add("columns:");
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i) != null) {
        lines.add("  # " + comment(columns.get(i)));
      }
      lines.add("  - " + column(table.columns().get(i)));
    }
    return String.join("\n", lines) + "\n";
  }

  private String rowsRead() {
    String read = "Rows read: %s, %s.".formatted(Note.count(rows), extent);
    return codec == Format.NONE ? read : read + " Codec: " + codec.codecName() + ".";
  }

  private static String comment(Note note) {
    return (note.guessed() ? "guessed: " : "") + YamlText.comment(note.why());
  }

  private static String column(Column column) {
    String type = column.type().toString();
    return "{name: %s, type: %s%s%s}"
        .formatted(
            YamlText.word(column.name()),
            type.contains(",") ? YamlText.quoted(type) : type,
            column.nullable() ? ", nullable: yes" : "",
            column.header() == null ? "" : ", header: " + YamlText.quoted(column.header()));
  }

  /** Returns the findings as lines for a terminal. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("%s: %d columns. %s".formatted(table.name(), columns.size(), rowsRead()));
    format.forEach(line -> lines.add(line(line.key(), line.value(), line.note())));
    lines.add("  columns");
    for (int i = 0; i < columns.size(); i++) {
      Column column = table.columns().get(i);
      String type = column.type() + (column.nullable() ? " or NULL" : "");
      lines.add(line(YamlText.comment(column.name()), type, columns.get(i)));
    }
    problems.forEach(problem -> lines.add("problem: " + YamlText.comment(problem)));
    return lines;
  }

  private static String line(String key, String value, Note note) {
    return String.format(
            Locale.ROOT, "  %-21s %-22s %s", key, value, note == null ? "" : comment(note))
        .stripTrailing();
  }
}
