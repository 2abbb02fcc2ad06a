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
 * A dataset that can be made.
 *
 * @param table its table
 * @param rows number of rows of ALL_CARD_TRANS, 0 for LINEITEM
 * @param scale TPC-H scale factor of LINEITEM, or null
 * @param seed seed of ALL_CARD_TRANS, or null
 * @param parts number of files
 * @param codec format of the files
 */
public record Dataset(Table table, long rows, BigDecimal scale, Long seed, int parts, Codec codec) {

  /** The default seed of ALL_CARD_TRANS. */
  public static final long DEFAULT_SEED = 20100914;

  public static final long MAX_ROWS = 1_000_000_000_000L;
  public static final int MAX_PARTS = 9999;

  /** Below this scale, TPC-H has no supplier. */
  public static final BigDecimal MIN_SCALE = new BigDecimal("0.0001");

  /** From scale 30,000 on, dbgen's part keys depend on the start of a part. */
  public static final BigDecimal MAX_SCALE = new BigDecimal(10_000);

  /**
   * TPC-H's LINEITEM, as dbgen writes it.
   *
   * @param scale scale factor, 0.0001 to 10,000; 1 has 6,001,215 rows and 760 MB
   * @param parts number of files, 1 to 9999
   * @throws IllegalArgumentException naming the value that is out of its range
   */
  public static Dataset lineitem(BigDecimal scale, int parts, Codec codec) {
    if (scale.compareTo(MIN_SCALE) < 0 || scale.compareTo(MAX_SCALE) > 0) {
      throw new IllegalArgumentException(
          "scale must be from 0.0001 to 10000, but is " + scale.toPlainString());
    }
    long orders = LineItems.orders(scale.doubleValue());
    checkParts(parts, orders, "orders");
    BigDecimal plainScale = new BigDecimal(scale.stripTrailingZeros().toPlainString());
    return new Dataset(Table.LINEITEM, 0, plainScale, null, parts, codec);
  }

  /** ALL_CARD_TRANS with the default seed. */
  public static Dataset allCardTrans(long rows, int parts, Codec codec) {
    return allCardTrans(rows, parts, codec, DEFAULT_SEED);
  }

  /**
   * ALL_CARD_TRANS; about 70 bytes a row.
   *
   * @param rows 1 to 10^12
   * @param parts number of files, 1 to 9999
   * @param seed another seed gives other rows
   * @throws IllegalArgumentException naming the value that is out of its range
   */
  public static Dataset allCardTrans(long rows, int parts, Codec codec, long seed) {
    if (rows < 1 || rows > MAX_ROWS) {
      throw new IllegalArgumentException("rows must be from 1 to 1000000000000, but is " + rows);
    }
    checkParts(parts, rows, "rows");
    return new Dataset(Table.ALL_CARD_TRANS, rows, null, seed, parts, codec);
  }

  private static void checkParts(int parts, long units, String unitName) {
    if (parts < 1 || parts > MAX_PARTS) {
      throw new IllegalArgumentException(
          "parts must be from 1 to " + MAX_PARTS + ", but is " + parts);
    }
    if (parts > units) {
      throw new IllegalArgumentException(
          "parts must be at most the number of " + unitName + ", " + units + ", but is " + parts);
    }
  }

  /** The folder's name, such as {@code all-card-trans-1000000-4parts-gzip3}. */
  public String id() {
    String size = table.equals(Table.LINEITEM) ? "sf" + scale.toPlainString() : Long.toString(rows);
    String id = table.name() + '-' + size + '-' + parts + "parts" + codec.folderSuffix();
    if (seed != null && seed != DEFAULT_SEED) {
      id += "-seed" + seed;
    }
    return id;
  }

  /**
   * Makes the data, or reuses it if the folder is complete. If several processes do so at the same
   * time, one makes the data and the others wait.
   *
   * @param folder the dataset's folder: new, empty, or with earlier data, which is replaced if it
   *     differs, is damaged or incomplete
   * @return the folder's manifest
   * @throws DatasetException if that fails; then no folder looks complete
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
    return new Manifest(
        table.name(),
        Manifest.GENERATOR,
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
