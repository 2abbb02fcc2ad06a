package io.loadpath.datasets.generate;

import io.loadpath.tables.Table;
import java.util.List;
import java.util.Map;

/**
 * Makes the rows of a dataset from units, numbered from 0. A unit is an order with its lines, or a
 * single row. Any range of units can be made alone, and its bytes are the same as within a larger
 * range.
 */
public abstract class RowSource {

  public final Table table;

  /** The number of all units. */
  public final long units;

  /** The number of units to make at a time, for about a megabyte of text. */
  public final int unitsPerBlock;

  RowSource(Table table, long units, int unitsPerBlock) {
    this.table = table;
    this.units = units;
    this.unitsPerBlock = unitsPerBlock;
  }

  /**
   * The first unit of a part, counted from 0; for part number {@code parts}, the number of all
   * units.
   */
  public abstract long partStart(int part, int parts);

  /** Appends the rows of the units [from, to) to the text. Thread-safe. */
  public abstract void write(long from, long to, TextBuffer text);

  /**
   * Returns the exact answer of TPC-H Q1 over all written rows, by DELTA, as the manifest holds it;
   * null if the table is not LINEITEM.
   */
  public Map<String, List<List<String>>> q1() {
    return null;
  }
}
