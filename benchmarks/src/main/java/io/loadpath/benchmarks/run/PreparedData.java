package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.suite.DatasetSize;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.Datasets;
import io.loadpath.datasets.Manifest;
import io.loadpath.datasets.Progress;
import io.loadpath.engines.service.FileTree;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Trait;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Data that stands ready for some variants.
 *
 * @param id names the data, such as {@code all-card-trans-1000000-2parts}
 * @param folder holds its files
 * @param manifest what they must be and add up to
 * @param own what else is known of a table of the user's; null for Loadpath's own datasets
 */
record PreparedData(String id, Path folder, Manifest manifest, OwnData own) {
  private static final long LEAST_ROWS_OF_A_FILE = 10;

  /**
   * Returns the dataset that {@code variant} reads, in the files and the codec that it wants.
   *
   * @throws LoadpathException if it wants more files than there are rows
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
    return name.equals(DatasetSize.LINEITEM)
        ? Datasets.lineitem(BigDecimal.valueOf(size.scale()), variant.files(), codec)
        : Datasets.allCardTrans(size.rows(), variant.files(), codec);
  }

  /**
   * Returns about {@code rows} of the same rows, in the same files and codec; empty if {@code rows}
   * is 0, or if the variant reads no more than that anyway.
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
   * Makes {@code dataset} below {@code home} unless it is there byte for byte. Reading it all also
   * leaves it in the page cache, where every path then finds it.
   */
  static PreparedData prepare(Dataset dataset, Path home, Progress progress) throws IOException {
    Path folder = home.resolve(dataset.id());
    Manifest manifest = dataset.prepare(folder, progress);
    try {
      manifest.check(folder);
    } catch (DatasetException damaged) {
      progress.message(damaged.getMessage());
      FileTree.delete(folder);
      manifest = dataset.prepare(folder, progress);
    }
    return new PreparedData(dataset.id(), folder, manifest, null);
  }

  /**
   * Returns the scripts of its table.
   *
   * @param root the project
   */
  TableScripts scripts(Path root) {
    return new TableScripts(manifest.dataset(), own == null ? root : own.scripts());
  }

  /**
   * Passes unless the user's files changed since their rows were checked.
   *
   * @throws LoadpathException naming the first that did
   */
  void requireUnchanged() {
    if (own != null) {
      own.requireUnchanged();
    }
  }

  /** Returns what the record keeps of it. */
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
        own == null ? null : own.table().columns().size(),
        own == null ? null : manifest.traits().stream().map(Trait::toString).toList());
  }
}
