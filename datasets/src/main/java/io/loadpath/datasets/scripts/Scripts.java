package io.loadpath.datasets.scripts;

import io.loadpath.datasets.DatasetException;
import io.loadpath.datasets.table.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
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

  /**
   * @param project the folder of Loadpath, with its templates
   */
  public Scripts(Path project, Table table) {
    this.project = project;
    this.table = table;
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
    for (Target target : targets) {
      scripts(target).forEach(script -> scripts.putIfAbsent(script.path(), script));
    }
    Map<String, String> texts = fill(scripts.values());
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
    return fill(scripts(target));
  }

  /** The command to run first, in the folder of the scripts. */
  public String first(Target target) {
    return target.first(table);
  }

  private SortedMap<String, String> fill(Collection<Script> scripts) throws IOException {
    Templates templates = new Templates(project);
    SortedMap<String, String> texts = new TreeMap<>();
    for (Script script : scripts) {
      if (script.isFilled()) {
        try {
          texts.put(script.path(), templates.fill(script.source(), table));
        } catch (ScriptException e) {
          throw refused(e);
        }
      }
    }
    return texts;
  }

  private List<Script> scripts(Target target) throws DatasetException {
    try {
      return target.scripts(table);
    } catch (ScriptException e) {
      throw refused(e);
    }
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
