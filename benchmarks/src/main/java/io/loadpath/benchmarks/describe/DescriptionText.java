package io.loadpath.benchmarks.describe;

import io.loadpath.benchmarks.describe.Description.FormatLine;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.engines.service.ShellWord;
import io.loadpath.tables.Column;
import io.loadpath.tables.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A description as a file for a person to read and correct. */
public final class DescriptionText {
  private static final int COMMENT_COLUMN = 34;

  private final Description description;

  public DescriptionText(Description description) {
    this.description = description;
  }

  /**
   * Returns the text of the file.
   *
   * @param file its name, for the commands in its comments
   */
  public String yaml(String file) {
    List<String> lines = new ArrayList<>();
    lines.add("# What the files of this table are like. " + extent());
    long guesses = description.guesses();
    if (guesses > 0) {
      lines.add(
          "# %s guessed: look at %s, and correct what is wrong."
              .formatted(
                  guesses == 1 ? "One thing is" : guesses + " things are",
                  guesses == 1 ? "it" : "them"));
    }
    lines.add("# check with: bin/loadpath describe --check " + Yaml.comment(ShellWord.of(file)));
    description.problems().forEach(problem -> lines.add("# problem: " + Yaml.comment(problem)));
    lines.add("table: " + Yaml.word(description.table().name()));
    lines.add(
        "files: "
            + description.table().files().stream()
                .map(Yaml::text)
                .collect(Collectors.joining(", ", "[", "]")));
    lines.add("format:");
    description.format().forEach(line -> lines.add(format(line)));
    lines.add("columns:");
    for (int i = 0; i < description.table().columns().size(); i++) {
      Note note = description.columns().get(i);
      if (note != null) {
        lines.add("  # " + comment(note));
      }
      lines.add(column(description.table().columns().get(i)));
    }
    return String.join("\n", lines) + "\n";
  }

  private String extent() {
    String rows =
        "Rows read: %s, %s.".formatted(Numbers.count(description.rows()), description.extent());
    return description.codec() == Format.NONE
        ? rows
        : rows + " Codec: " + description.codec().name().toLowerCase(Locale.ROOT) + ".";
  }

  private static String comment(Note note) {
    return (note.guessed() ? "guessed: " : "") + Yaml.comment(note.why());
  }

  private static String format(FormatLine line) {
    String entry = "  %s: %s".formatted(line.key(), line.value());
    String comment = "# " + comment(line.note());
    return pad(entry) + comment;
  }

  private static String pad(String entry) {
    return entry + " ".repeat(Math.max(1, COMMENT_COLUMN - entry.length()));
  }

  private static String column(Column column) {
    StringBuilder entry = new StringBuilder("  - {name: ");
    entry.append(Yaml.word(column.name())).append(", type: ");
    String type = column.type().toString();
    entry.append(type.contains(",") ? Yaml.text(type) : type);
    if (column.nullable()) {
      entry.append(", nullable: yes");
    }
    if (column.header() != null) {
      entry.append(", header: ").append(Yaml.text(column.header()));
    }
    return entry.append('}').toString();
  }

  /** Returns what was found as lines for a terminal. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s: %d columns. %s"
            .formatted(description.table().name(), description.table().columns().size(), extent()));
    for (FormatLine line : description.format()) {
      lines.add("  %-21s %-22s %s".formatted(line.key(), line.value(), comment(line.note())));
    }
    lines.add("  columns");
    for (int i = 0; i < description.table().columns().size(); i++) {
      Column column = description.table().columns().get(i);
      Note note = description.columns().get(i);
      String type = column.type() + (column.nullable() ? " or NULL" : "");
      lines.add(
          "  %-21s %-22s %s"
              .formatted(Yaml.comment(column.name()), type, note == null ? "" : comment(note))
              .stripTrailing());
    }
    description.problems().forEach(problem -> lines.add("problem: " + Yaml.comment(problem)));
    return lines;
  }
}
