package io.loadpath.tables.describe;

import io.loadpath.tables.ReservedWords;
import io.loadpath.tables.SourceFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The files that a command line names.
 *
 * @param patterns names of files, and globs
 * @param files that they match, in the order of their names
 */
public record InputFiles(List<String> patterns, List<Path> files) {
  private static final int MAX_NAME = 40;

  /**
   * Finds them.
   *
   * @throws IOException naming a pattern that matches no file, or a file that cannot be read
   */
  public static InputFiles of(List<String> patterns) throws IOException {
    Path here = Path.of("").toAbsolutePath();
    List<Path> files = patterns.isEmpty() ? List.of() : SourceFiles.find(patterns, here).paths();
    return new InputFiles(
        patterns,
        files.stream().map(file -> file.startsWith(here) ? here.relativize(file) : file).toList());
  }

  /** A name for their table: the folder's name for several files, otherwise the file's. */
  public String tableName() {
    Path first = files.get(0).toAbsolutePath().normalize();
    Path named =
        files.size() > 1 && first.getParent().getFileName() != null ? first.getParent() : first;
    return tableName(named.getFileName().toString());
  }

  /** Makes a table's name of any text, such as a file's name. */
  public static String tableName(String text) {
    String name =
        text.toLowerCase(Locale.ROOT)
            .replaceFirst("(?<=.)\\..*", "")
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-+|-+$", "");
    name = name.matches("[a-z].*") ? name : "table-" + name;
    name = ReservedWords.contains(name) ? name + "-data" : name;
    return name.substring(0, Math.min(MAX_NAME, name.length())).replaceAll("-+$", "");
  }

  /** The patterns for a description in {@code folder}. */
  public List<String> relativeTo(Path folder) {
    Path base = folder.toAbsolutePath().normalize();
    Path here = Path.of("").toAbsolutePath().normalize();
    if (base.equals(here)) {
      return patterns;
    }
    return patterns.stream()
        .map(pattern -> Path.of(pattern).isAbsolute() ? pattern : relative(base, here, pattern))
        .toList();
  }

  private static String relative(Path base, Path here, String pattern) {
    return base.relativize(here.resolve(pattern).normalize()).toString();
  }
}
