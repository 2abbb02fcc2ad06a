package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.datasets.Manifest;
import io.loadpath.datasets.Progress;
import io.loadpath.datasets.TableData;
import io.loadpath.engines.service.FileTree;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.FileFormat;
import io.loadpath.tables.FileStamp;
import io.loadpath.tables.Table;
import io.loadpath.tables.Trait;
import io.loadpath.tables.scripts.Scripts;
import io.loadpath.tables.scripts.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What a run keeps of a table of the user's beside its rows.
 *
 * @param table as the files are, which have no header where the rows were cut into parts
 * @param scripts the folder of the table's scripts
 * @param unheld tools that cannot hold the table, by their names in {@code path.yaml}, and why
 * @param files the user's files, or the parts that they were cut into, as they were when their rows
 *     were checked
 */
record OwnData(Table table, Path scripts, Map<String, String> unheld, Map<Path, FileStamp> files) {

  /**
   * Checks every row of the table's files and writes the table's scripts.
   *
   * @param state the state folder
   * @throws LoadpathException if there are no rows, or one does not fit, with its file and line
   */
  static PreparedData prepare(TableRequest request, Path root, Path state, Progress progress)
      throws IOException {
    Path folder =
        TableData.prepare(
            request.table(),
            request.description(),
            request.files(),
            request.parts(),
            state.resolve("data"),
            progress);
    Manifest manifest = Manifest.read(folder);
    if (manifest.rows() == 0) {
      throw new LoadpathException(
          "%s: its files hold no rows, so there is nothing to load"
              .formatted(request.description()));
    }
    Map<Path, FileStamp> files = new LinkedHashMap<>();
    for (Manifest.DataFile file : manifest.files()) {
      Path real = folder.resolve(file.name()).toRealPath();
      files.put(real, FileStamp.of(real));
    }
    FileFormat format = request.table().format();
    Table table =
        request.table().withFormat(request.parts() == 0 ? format : format.withoutHeader());
    boolean quotes = manifest.traits().contains(Trait.QUOTES);
    if (!quotes && format.quote() != null && format.encoding().equals(StandardCharsets.UTF_8)) {
      progress.message("no field has quotes, so Hive reads lines without a regular expression");
    }
    Path scripts = state.resolve("scripts").resolve(table.name());
    Map<String, String> unheld = writeScripts(new Scripts(root, table, quotes), scripts);
    return new PreparedData(
        folder.getFileName().toString(),
        folder,
        manifest,
        new OwnData(table, scripts, unheld, files));
  }

  /** Writes the scripts of all tools that can hold the table, and returns the others with why. */
  private static Map<String, String> writeScripts(Scripts scripts, Path folder) throws IOException {
    Map<String, String> unheld = new LinkedHashMap<>();
    Set<Target> held = EnumSet.noneOf(Target.class);
    for (Target target : Target.values()) {
      try {
        scripts.texts(target);
        held.add(target);
      } catch (DatasetException e) {
        unheld.put(target.word(), e.getMessage());
      }
    }
    FileTree.delete(folder);
    scripts.write(held, folder);
    return unheld;
  }

  /**
   * Passes if no file changed since its rows were checked.
   *
   * @throws LoadpathException naming the first that did
   */
  void requireUnchanged() {
    files.forEach(
        (file, checked) -> {
          try {
            if (!FileStamp.of(file).equals(checked)) {
              throw changed(file, "was written to");
            }
          } catch (IOException e) {
            throw changed(file, "cannot be read any more (" + e + ")");
          }
        });
  }

  private static LoadpathException changed(Path file, String what) {
    return new LoadpathException(
        "%s %s while the run went on: its rows are not those that were checked; run again"
            .formatted(file, what));
  }
}
