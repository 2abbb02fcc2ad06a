package io.loadpath.tables.scripts;

import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Writes the scripts of a table: plain files that load it with the tools alone. Their folders are
 * those of the project, so that their links to each other hold.
 */
public final class Scripts {
  private static final String TEMPLATE = ".ftl";
  private static final String FIRST = "run first: ";
  private static final String FROM_TEMPLATE = " <- ";

  private final Path project;
  private final Table table;
  private final boolean quotes;
  private ScriptTemplates templates;

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
   * Some scripts of a target.
   *
   * @param first the command to run first
   * @param sources of the files, by their paths: templates, whose names end in {@code .ftl}, and
   *     files to copy
   */
  private record Listed(String first, Map<String, String> sources) {
    static Listed of(String list) {
      Map<String, String> sources = new LinkedHashMap<>();
      String first = null;
      for (String line : list.strip().split("\n+")) {
        if (line.startsWith(FIRST)) {
          first = line.substring(FIRST.length());
        } else {
          String[] words = line.split(FROM_TEMPLATE);
          sources.put(words[0], words.length == 1 ? line : words[1] + TEMPLATE);
        }
      }
      return new Listed(first, sources);
    }
  }

  /**
   * Writes the scripts for some targets.
   *
   * @param folder new or empty; it stays empty if a tool cannot hold the table
   * @return the files in the order of their use, relative to the folder
   * @throws DatasetException if the folder holds something, or a tool cannot hold the table
   */
  public List<Path> write(Collection<Target> targets, Path folder) throws IOException {
    requireEmpty(folder);
    Map<String, String> sources = new LinkedHashMap<>();
    Map<String, String> texts = new HashMap<>();
    for (Target target : targets) {
      listed(target).sources.forEach(sources::putIfAbsent);
      texts(target).forEach(texts::putIfAbsent);
    }
    for (String path : sources.keySet()) {
      Path file = folder.resolve(path);
      Files.createDirectories(file.getParent());
      if (texts.containsKey(path)) {
        Files.writeString(file, texts.get(path));
        if (path.endsWith(".sh")) {
          makeExecutable(file);
        }
      } else {
        Files.copy(
            project.resolve(sources.get(path)), file, StandardCopyOption.COPY_ATTRIBUTES); // modes
      }
    }
    return sources.keySet().stream().map(Path::of).toList();
  }

  /**
   * The text of each script from a template, by its path.
   *
   * @throws DatasetException if a tool cannot hold the table
   */
  public SortedMap<String, String> texts(Target target) throws IOException {
    SortedMap<String, String> texts = new TreeMap<>();
    for (Map.Entry<String, String> script : listed(target).sources.entrySet()) {
      if (script.getValue().endsWith(TEMPLATE)) {
        texts.put(script.getKey(), filled(target, script.getValue()));
      }
    }
    return texts;
  }

  /** The command to run first, in the folder of the scripts. */
  public String first(Target target) throws IOException {
    return listed(target).first;
  }

  private Listed listed(Target target) throws IOException {
    return Listed.of(filled(target, target.word() + TEMPLATE));
  }

  private String filled(Target target, String template) throws IOException {
    try {
      ToolLimits.check(target, table);
      templates = templates == null ? new ScriptTemplates(project) : templates;
      return templates.fill(template, as(target));
    } catch (ScriptException e) {
      throw new DatasetException("table " + table.name() + ": " + e.getMessage(), e);
    }
  }

  /** The table as a target's scripts describe it. */
  private Table as(Target target) {
    return quotes || target != Target.HIVE
        ? table
        : table.withFormat(table.format().withoutQuotes());
  }

  /** For all who may read it. */
  private static void makeExecutable(Path file) throws IOException {
    Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
    for (PosixFilePermission permission : List.copyOf(mode)) {
      if (permission.name().endsWith("_READ")) {
        mode.add(PosixFilePermission.valueOf(permission.name().replace("_READ", "_EXECUTE")));
      }
    }
    Files.setPosixFilePermissions(file, mode);
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
            folder + " is not empty, and is left unchanged: name a new folder, or empty it");
      }
    }
  }
}
