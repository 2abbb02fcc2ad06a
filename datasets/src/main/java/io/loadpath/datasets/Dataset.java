package io.loadpath.datasets;

import io.loadpath.datasets.generate.CardTransactions;
import io.loadpath.datasets.generate.LineItems;
import io.loadpath.datasets.generate.RowSource;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;

/**
 * A dataset that {@link Datasets} describes and this makes.
 *
 * @param table its table
 * @param rows number of rows of ALL_CARD_TRANS, 0 for LINEITEM
 * @param scale TPC-H scale factor of LINEITEM, or null
 * @param seed seed of ALL_CARD_TRANS, or null
 * @param parts number of files
 * @param codec format of the files
 */
public record Dataset(Table table, long rows, BigDecimal scale, Long seed, int parts, Codec codec) {

  /** The folder's name, such as {@code all-card-trans-1000000-4parts-gzip3}. */
  public String id() {
    String size = table.equals(Table.LINEITEM) ? "sf" + scale.toPlainString() : Long.toString(rows);
    String id = table.name() + '-' + size + '-' + parts + "parts" + codec.folderSuffix();
    if (seed != null && seed != Datasets.DEFAULT_SEED) {
      id += "-seed" + seed;
    }
    return id;
  }

  /**
   * Makes the data, or reuses it if the folder already holds all of it. If several processes do so
   * at the same time, one makes it and the others wait.
   *
   * @param folder the dataset's folder: new, empty, or with data made earlier, which is replaced if
   *     it is other data, damaged or incomplete
   * @return the folder's manifest
   * @throws DatasetException if that fails; then no folder is left that looks complete
   */
  public Manifest prepare(Path folder, Progress progress) throws IOException {
    return new DatasetFolder(folder, this, progress).prepare();
  }

  /** Makes the generator of the rows; LINEITEM's takes a second and 300 MB. */
  RowSource newSource() throws DatasetException {
    if (table.equals(Table.ALL_CARD_TRANS)) {
      return new CardTransactions(rows, seed);
    }
    LineItems.requireHeap(Runtime.getRuntime().maxMemory());
    return new LineItems(scale.doubleValue());
  }

  /** Estimates the size of the files. */
  long estimatedWireBytes() {
    double text =
        table.equals(Table.LINEITEM)
            ? LineItems.orders(scale.doubleValue()) * LineItems.USUAL_ORDER_BYTES
            : rows * CardTransactions.USUAL_ROW_BYTES;
    return (long) (text * codec.format().usualShare());
  }

  boolean isDescribedBy(Manifest manifest) {
    return manifest.dataset().equals(table.name())
        && manifest.generator() == Manifest.GENERATOR
        && manifest.files().size() == parts
        && manifest.codec().equals(codec.toString())
        && Objects.equals(manifest.seed(), seed)
        && (table.equals(Table.LINEITEM)
            ? manifest.scale() != null && manifest.scale().compareTo(scale) == 0
            : manifest.rows() == rows);
  }

  Manifest manifest(Generation.Result made, RowSource source) {
    return Manifest.of(
        table.name(),
        scale,
        seed,
        codec.toString(),
        made.files(),
        made.sha1(),
        made.fingerprint(),
        source.q1(),
        Set.of());
  }
}
