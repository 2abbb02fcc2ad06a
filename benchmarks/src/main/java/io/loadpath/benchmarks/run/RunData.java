package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.suite.DatasetSize;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.Manifest;
import io.loadpath.datasets.Progress;
import io.loadpath.datasets.TableData;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Stop;
import io.loadpath.rows.FileFormat;
import io.loadpath.rows.parser.MalformedRowException;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.FileStamp;
import io.loadpath.tables.Table;
import io.loadpath.tables.Trait;
import io.loadpath.tables.scripts.Scripts;
import io.loadpath.tables.scripts.Target;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The data of a run.
 *
 * @param whole the data of each variant
 * @param few the data of its start run, for variants that have one
 */
record RunData(Map<Variant, Prepared> whole, Map<Variant, Prepared> few) {
  private static final long LEAST_ROWS_OF_A_FILE = 10;

  /**
   * Data that is ready for some variants.
   *
   * @param manifest the files' properties, and the totals of their rows
   * @param table the table, with the format of these files: parts that the user's rows were cut
   *     into have no header line
   * @param scripts the folder of the table's scripts, in the project's layout; for Loadpath's own
   *     tables, the project
   * @param unheld tools that cannot hold the table, by their names in {@code path.yaml}, and why
   * @param ofUser the user's files or their parts, at the time when their rows were checked; empty
   *     for Loadpath's own datasets
   */
  record Prepared(
      String id,
      Path folder,
      Manifest manifest,
      Table table,
      Path scripts,
      Map<String, String> unheld,
      Map<Path, FileStamp> ofUser) {

    /**
     * Fails if the user's files changed since their rows were checked.
     *
     * @throws LoadpathException if one changed; the message names it
     */
    void requireUnchanged() {
      ofUser.forEach(
          (file, checked) -> {
            try {
              if (!FileStamp.of(file).equals(checked)) {
                throw changed(file, "was written to");
              }
            } catch (IOException e) {
              throw changed(file, "can no longer be read (" + e + ")");
            }
          });
    }

    private static LoadpathException changed(Path file, String what) {
      return new LoadpathException(
          "%s %s during the run, so its rows may differ from the checked ones: run again"
              .formatted(file, what));
    }

    DatasetInfo info() {
      return new DatasetInfo(
          id,
          manifest.dataset(),
          manifest.rows(),
          manifest.logicalBytes(),
          manifest.wireBytes(),
          manifest.files().size(),
          manifest.codec(),
          manifest.sha1(),
          manifest.fingerprint(),
          manifest.q1(),
          ofUser.isEmpty() ? null : table.columns().size(),
          ofUser.isEmpty() ? null : manifest.traits().stream().map(Trait::toString).toList());
    }
  }

  /**
   * Makes missing data in the state folder.
   *
   * @param startRows the approximate number of rows of a start run; 0 for no start runs
   */
  static RunData prepare(
      List<Variant> variants,
      Map<String, DatasetSize> sizes,
      long startRows,
      RunPlace place,
      Progress progress,
      Stop stop)
      throws IOException {
    Map<String, Prepared> byId = new LinkedHashMap<>();
    RunData data = new RunData(new LinkedHashMap<>(), new LinkedHashMap<>());
    for (Variant variant : variants) {
      data.whole.put(variant, prepare(wanted(variant, sizes), byId, place, progress, stop));
      Optional<Dataset> few = fewRows(variant, sizes, startRows);
      if (few.isPresent()) {
        data.few.put(variant, prepare(few.get(), byId, place, progress, stop));
      }
    }
    return data;
  }

  static RunData of(Prepared data, List<Variant> variants) {
    Map<Variant, Prepared> whole = new LinkedHashMap<>();
    variants.forEach(variant -> whole.put(variant, data));
    return new RunData(whole, Map.of());
  }

  Prepared of(Schedule.Slot slot) {
    return (slot.kind() == Schedule.Kind.START ? few : whole).get(slot.variant());
  }

  Stream<Prepared> all() {
    return Stream.concat(whole.values().stream(), few.values().stream()).distinct();
  }

  /**
   * Returns the dataset that {@code variant} reads, in its files and codec.
   *
   * @throws LoadpathException if it needs more files than there are rows
   */
  static Dataset wanted(Variant variant, Map<String, DatasetSize> sizes) {
    String name = variant.path().definition().dataset();
    DatasetSize size = sizes.get(name);
    if (size.rows() != null && size.rows() < variant.files()) {
      throw new LoadpathException(
          "%s: %d files need as many rows, but there are %d: use fewer files or more rows (--rows)"
              .formatted(variant.id(), variant.files(), size.rows()));
    }
    Codec codec = Codec.of(variant.codec());
    return name.equals("lineitem")
        ? Dataset.lineitem(BigDecimal.valueOf(size.scale()), variant.files(), codec)
        : Dataset.allCardTrans(size.rows(), variant.files(), codec);
  }

  /**
   * Returns a dataset with about {@code rows} of the variant's rows, in the same files and codec.
   * Empty if {@code rows} is 0, or if the variant has no more rows than that.
   */
  static Optional<Dataset> fewRows(Variant variant, Map<String, DatasetSize> sizes, long rows) {
    if (rows == 0) {
      return Optional.empty();
    }
    String name = variant.path().definition().dataset();
    DatasetSize few =
        DatasetSize.ofRows(name, Math.max(rows, LEAST_ROWS_OF_A_FILE * variant.files()));
    return few.isLessThan(sizes.get(name))
        ? Optional.of(wanted(variant, Map.of(name, few)))
        : Optional.empty();
  }

  /**
   * Makes {@code dataset} unless it exists and every byte is right. The check reads all files, so
   * they are in the page cache for every path.
   */
  private static Prepared prepare(
      Dataset dataset, Map<String, Prepared> byId, RunPlace place, Progress progress, Stop stop)
      throws IOException {
    if (byId.containsKey(dataset.id())) {
      return byId.get(dataset.id());
    }
    Path folder = place.state().resolve("data").resolve(dataset.id());
    Manifest manifest = dataset.prepare(folder, progress);
    try {
      manifest.check(folder);
    } catch (DatasetException damaged) {
      progress.message(damaged.getMessage());
      FileTree.delete(folder);
      manifest = dataset.prepare(folder, progress);
    }
    stop.check();
    Table table = Table.of(manifest.dataset());
    Prepared made =
        new Prepared(dataset.id(), folder, manifest, table, place.root(), Map.of(), Map.of());
    byId.put(dataset.id(), made);
    return made;
  }

  /**
   * Checks every row of the user's files, and writes the table's scripts.
   *
   * @throws LoadpathException if there are no rows, or one does not fit; the message has its file
   *     and line
   */
  static Prepared prepareOfUser(
      RunRequest.UserTable request, RunPlace place, Progress progress, Stop stop)
      throws IOException {
    Path folder;
    try {
      folder =
          TableData.prepare(
              request.table(),
              request.description(),
              request.files(),
              request.parts(),
              place.state().resolve("data"),
              progress);
    } catch (DatasetException e) {
      throw e.getCause() instanceof MalformedRowException
          ? new DatasetException(
              e.getMessage() + "; 'bin/loadpath check' shows the first such rows of each file", e)
          : e;
    }
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
    Path scripts = place.state().resolve("scripts").resolve(table.name());
    Map<String, String> unheld = writeScripts(new Scripts(place.root(), table, quotes), scripts);
    stop.check();
    String id = folder.getFileName().toString();
    return new Prepared(id, folder, manifest, table, scripts, unheld, files);
  }

  /** Writes the scripts for all tools that can hold the table; returns the other tools, and why. */
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
}
