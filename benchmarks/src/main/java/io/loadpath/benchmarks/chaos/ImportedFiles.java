package io.loadpath.benchmarks.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The folder of an import. */
final class ImportedFiles {
  private final Path folder;
  private final TableSpec table;
  private final Steps steps;

  ImportedFiles(Path folder, TableSpec table, Steps steps) {
    this.folder = folder;
    this.table = table;
    this.steps = steps;
  }

  /** Checks that the folder has all rows that the table had at one time. */
  void checkWhole(Predicate<RowBag> had) throws IOException {
    if (!Files.exists(folder.resolve("_SUCCESS"))) {
      steps.violation("an import ends with exit code 0 without _SUCCESS");
    }
    RowBag rows = rows();
    if (!had.test(rows)) {
      steps.violation(
          "an import ends with exit code 0, but its files hold rows of no snapshot: %d rows"
              .formatted(rows.size()));
    }
  }

  /**
   * Checks that a failed import has left nothing that looks like data.
   *
   * @param killed whether the client may have died after the job had ended well
   * @return whether that is so; false if it has ended well
   */
  boolean checkNone(boolean killed) throws IOException {
    List<Path> parts = parts();
    if (Files.exists(folder.resolve("_SUCCESS"))) {
      if (killed) {
        return false;
      }
      steps.violation("an import fails, and _SUCCESS is there");
    } else if (!parts.isEmpty()) {
      steps.violation("an import fails, and files that look like data are there: " + parts);
    }
    return true;
  }

  private List<Path> parts() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.getFileName().toString().startsWith("part-")).toList();
    }
  }

  private RowBag rows() throws IOException {
    List<List<String>> rows = new ArrayList<>();
    for (Path part : parts()) {
      for (String line : Files.readString(part, StandardCharsets.UTF_8).split("\n")) {
        if (!line.isEmpty()) {
          rows.add(fields(line));
        }
      }
    }
    return RowBag.of(rows);
  }

  private List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    for (int i = 0; i <= line.length(); i++) {
      if (i == line.length() || line.charAt(i) == '|') {
        String text = field.isEmpty() ? null : field.toString();
        int type = fields.size() - 1;
        fields.add(
            type < 0 || type >= table.types().size()
                ? text
                : table.types().get(type).canonical(text));
        field.setLength(0);
      } else if (line.charAt(i) == '\\' && i + 1 < line.length()) {
        field.append(line.charAt(++i));
      } else {
        field.append(line.charAt(i));
      }
    }
    return fields.subList(
        0, Math.min(fields.size(), table.columns().size())); // without an added column
  }
}
