package io.loadpath.tables.scripts;

import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Writes the scripts of a table: plain files that load it with the tools alone. They lie as in the
 * project, so that their links to each other hold.
 */
public final class Scripts {
  private final Path project;
  private final Table table;
  private final boolean quotes;

  /**
   * @param project the folder of Loadpath, with its templates
   */
  public Scripts(Path project, Table table) {
    this(project, table, true);
  }

  /**
   * @param project the folder of Loadpath, with its templates
   * @param quotes false: no field has quotes, whatever the description says. Hive then reads lines
   *     without a regular expression. Other tools read them equally fast, and Sqoop also writes
   *     fields, which may need quotes.
   */
  public Scripts(Path project, Table table, boolean quotes) {
    this.project = project;
    this.table = table;
    this.quotes = quotes;
  }

  /**
   * Writes the scripts for some targets.
   *
   * @param folder new or empty; it stays empty if a tool cannot hold the table
   * @return the paths of the files, relative to the folder, in the order of their use
   * @throws DatasetException if the folder holds something, or a tool cannot hold the table
   */
  public List<Path> write(Collection<Target> targets, Path folder) throws IOException {
    requireEmpty(folder);
    Map<String, Script> scripts = new LinkedHashMap<>();
    Map<String, String> texts = new HashMap<>();
    for (Target target : targets) {
      scripts(target).forEach(script -> scripts.putIfAbsent(script.path(), script));
      texts(target).forEach(texts::putIfAbsent);
    }
    for (Script script : scripts.values()) {
      Path file = folder.resolve(script.path());
      Files.createDirectories(file.getParent());
      if (script.isFilled()) {
        Files.writeString(file, texts.get(script.path()));
      } else {
        Files.copy(
            project.resolve(script.source()), file, StandardCopyOption.COPY_ATTRIBUTES); // modes
      }
    }
    return scripts.keySet().stream().map(Path::of).toList();
  }

  /**
   * The text of each script that a template writes, by its path.
   *
   * @throws DatasetException if a tool cannot hold the table
   */
  public SortedMap<String, String> texts(Target target) throws IOException {
    Templates templates = new Templates(project);
    SortedMap<String, String> texts = new TreeMap<>();
    for (Script script : scripts(target)) {
      if (script.isFilled()) {
        try {
          texts.put(script.path(), templates.fill(script.source(), as(target)));
        } catch (ScriptException e) {
          throw refused(e);
        }
      }
    }
    return texts;
  }

  /** The command to run first, in the folder of the scripts. */
  public String first(Target target) {
    return target.first(table);
  }

  private List<Script> scripts(Target target) throws DatasetException {
    try {
      return target.scripts(as(target));
    } catch (ScriptException e) {
      throw refused(e);
    }
  }

  /** The table as a target's scripts describe it. */
  private Table as(Target target) {
    return quotes || target != Target.HIVE
        ? table
        : table.withFormat(table.format().withoutQuotes());
  }

  private DatasetException refused(ScriptException e) {
    return new DatasetException("table " + table.name() + ": " + e.getMessage(), e);
  }

  private static void requireEmpty(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new DatasetException(folder + " is a file: name a new folder");
    }
    try (Stream<Path> files = Files.list(folder)) {
      if (files.findAny().isPresent()) {
        throw new DatasetException(
            folder + " is not empty, and is left as it is: name a new folder, or empty it");
      }
    }
  }
}
