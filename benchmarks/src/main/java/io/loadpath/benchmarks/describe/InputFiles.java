package io.loadpath.benchmarks.describe;

import io.loadpath.benchmarks.LoadpathException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The files that a command line names.
 *
 * @param patterns names of files, and globs
 * @param files that they match, in the order of their names
 */
public record InputFiles(List<String> patterns, List<Path> files) {
  private static final int MAX_NAME = 40;

  /**
   * @throws LoadpathException if a pattern matches no file
   */
  public static InputFiles of(List<String> patterns) {
    List<Path> files = new ArrayList<>();
    patterns.forEach(pattern -> files.addAll(matching(pattern)));
    return new InputFiles(patterns, files.stream().distinct().sorted().toList());
  }

  private static List<Path> matching(String pattern) {
    Path named = Path.of(pattern);
    if (Files.isDirectory(named)) {
      throw new LoadpathException(
          "%s is a folder: name its files, such as '%s'".formatted(named, named.resolve("*.csv")));
    }
    if (Files.exists(named)) {
      return List.of(named);
    }
    Path folder = named;
    while (folder != null && folder.toString().matches(".*[*?\\[{].*")) {
      folder = folder.getParent();
    }
    Path root = folder == null ? Path.of("") : folder;
    if (root.equals(named) || !Files.isDirectory(root)) {
      throw new LoadpathException(named + ": no such file");
    }
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    try (Stream<Path> below = Files.walk(root, named.getNameCount() - root.getNameCount() + 1)) {
      List<Path> files =
          below.filter(matcher::matches).filter(Files::isRegularFile).sorted().toList();
      if (files.isEmpty()) {
        throw new LoadpathException("no file matches '" + pattern + "'");
      }
      return files;
    } catch (IOException e) {
      throw new LoadpathException(root + ": cannot be listed: " + e.getMessage(), e);
    }
  }

  /** A name for their table: that of their folder where they are several, else of the file. */
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
