package io.loadpath.datasets.generate;

import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Table;
import io.trino.tpch.Distributions;
import io.trino.tpch.GenerateUtils;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.OrderGenerator;
import io.trino.tpch.TextPool;
import java.util.List;
import java.util.Map;

/**
 * Makes LINEITEM with Trino's port of dbgen, byte for byte what dbgen writes; part p of N holds the
 * orders that {@code dbgen -C N -S p} writes.
 *
 * <p>Trino's generator makes the p-th of N equal parts. To start at any order, this class requests
 * parts of a few orders each, one after the other.
 */
public final class LineItems extends RowSource {

  /** Average bytes of text of one order, for estimates. */
  public static final double USUAL_ORDER_BYTES = 506.6;

  private static final int ORDERS_PER_BLOCK = 1 << 12;

  /** The size of dbgen's text pool, from which comments are cut. */
  private static final int TEXT_POOL_BYTES = 300 * 1024 * 1024;

  /** Heap for the text pool and the threads; slightly below the heap of -Xmx400m. */
  private static final long MIN_HEAP_BYTES = 390L << 20;

  /** More than the longest line. */
  private static final int MAX_ROW_BYTES = 256;

  private final double scale;
  private final TextPool textPool;
  private final Q1Answer q1 = new Q1Answer();

  /** A slice is the unit of requests to Trino's generator. */
  private final int slices;

  private final long ordersPerSlice;

  /** Makes dbgen's text for comments, which takes a second and 300 MB. */
  public LineItems(double scale) {
    this(scale, new TextPool(TEXT_POOL_BYTES, Distributions.getDefaultDistributions()));
  }

  LineItems(double scale, TextPool textPool) {
    super(Table.LINEITEM, orders(scale), ORDERS_PER_BLOCK);
    this.scale = scale;
    this.textPool = textPool;
    // At most the square root of all orders, so that the slices can have exactly this number of
    // orders.
    ordersPerSlice = Math.max(1, Math.min(1024, (long) Math.sqrt(units)));
    slices = Math.toIntExact(units / ordersPerSlice);
  }

  /** Fails early if the heap is too small. */
  public static void requireHeap(long maxHeapBytes) throws DatasetException {
    if (maxHeapBytes < MIN_HEAP_BYTES) {
      throw new DatasetException(
          "making LINEITEM needs 400 MB of Java heap, but the limit is %d MB: raise it with -Xmx512m"
              .formatted(maxHeapBytes >> 20));
    }
  }

  /** The number of orders at a scale factor. */
  public static long orders(double scale) {
    return GenerateUtils.calculateRowCount(OrderGenerator.SCALE_BASE, scale, 1, 1);
  }

  @Override
  public long partStart(int part, int parts) {
    return part == parts ? units : units / parts * part;
  }

  @Override
  public Map<String, List<List<String>>> q1() {
    synchronized (q1) {
      return q1.rows();
    }
  }

  @Override
  public void write(long from, long to, TextBuffer text) {
    Q1Answer answer = new Q1Answer();
    long order = from;
    while (order < to) {
      // The last slice also has the remaining orders.
      int slice = (int) Math.min(order / ordersPerSlice, slices - 1);
      for (LineItem line : slice(slice)) {
        long lineOrder = line.getRowNumber() - 1;
        if (lineOrder >= to) {
          break;
        }
        if (lineOrder >= from) {
          text.reserve(MAX_ROW_BYTES);
          put(text, line);
          answer.add(line);
        }
      }
      order = slice == slices - 1 ? units : (slice + 1) * ordersPerSlice;
    }
    synchronized (q1) {
      q1.add(answer);
    }
  }

  private Iterable<LineItem> slice(int slice) {
    return new LineItemGenerator(
        scale, slice + 1, slices, Distributions.getDefaultDistributions(), textPool);
  }

  private static void put(TextBuffer text, LineItem line) {
    text.putNumber(line.getOrderKey());
    text.put('|');
    text.putNumber(line.getPartKey());
    text.put('|');
    text.putNumber(line.getSupplierKey());
    text.put('|');
    text.putNumber(line.getLineNumber());
    text.put('|');
    text.putNumber(line.getQuantity());
    text.put('|');
    text.putHundredths(line.getExtendedPriceInCents());
    text.put('|');
    text.putHundredths(line.getDiscountPercent());
    text.put('|');
    text.putHundredths(line.getTaxPercent());
    text.put('|');
    putField(text, line.getReturnFlag());
    putField(text, line.getStatus());
    putField(text, GenerateUtils.formatDate(line.getShipDate()));
    putField(text, GenerateUtils.formatDate(line.getCommitDate()));
    putField(text, GenerateUtils.formatDate(line.getReceiptDate()));
    putField(text, line.getShipInstructions());
    putField(text, line.getShipMode());
    putField(text, line.getComment());
    text.put('\n');
  }

  private static void putField(TextBuffer text, String field) {
    text.putAscii(field);
    text.put('|');
  }
}
