package io.loadpath.mapreduce.load.partitions;

import io.loadpath.mapreduce.load.LoadKey;
import io.loadpath.rows.KeyType;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The partitions of a target, and the ways of rows to them. A table without partitions is its only
 * leaf.
 *
 * @param root the target
 * @param leaves in the order of their numbers
 */
public record TargetPartitions(Part root, List<Leaf> leaves) implements Serializable {
  /** The most leaves that a key of the shuffle can number. */
  static final int MAX_LEAVES = LoadKey.REJECTS;

  /** A table of the tree. */
  public sealed interface Part extends Serializable permits Leaf, Level {}

  /**
   * A table that stores rows.
   *
   * @param number in the order of the bounds; a default partition comes last in its level
   * @param oid in the catalog
   */
  public record Leaf(int number, long oid, String schema, String name, Storage storage)
      implements Part {}

  /** Storage of a leaf. */
  public enum Storage {
    PERMANENT,
    UNLOGGED,
    TEMPORARY,
    FOREIGN
  }

  /**
   * A partitioned table.
   *
   * @param oid in the catalog
   * @param range whether it is partitioned by RANGE, where only the default partition takes NULL
   * @param columns of the partition key
   * @param bounds in their order
   * @param defaultPart the default partition; null if there is none
   */
  public record Level(
      long oid, boolean range, List<KeyColumn> columns, List<Bound> bounds, Part defaultPart)
      implements Part {}

  /**
   * A column of a partition key.
   *
   * @param index of the column in the rows, from 0
   */
  public record KeyColumn(int index, String name, KeyType type) implements Serializable {}

  /**
   * A range of keys. A value of a list is a range of one key.
   *
   * @param end is outside
   */
  public record Bound(byte[] first, byte[] end, Part part) implements Serializable {}

  /** Returns the indexes of all columns that decide about a row's leaf. */
  public Set<Integer> keyColumns() {
    Set<Integer> indexes = new HashSet<>();
    addKeyColumns(root, indexes);
    return indexes;
  }

  private static void addKeyColumns(Part part, Set<Integer> indexes) {
    if (part instanceof Level level) {
      level.columns().forEach(column -> indexes.add(column.index()));
      level.bounds().forEach(bound -> addKeyColumns(bound.part(), indexes));
      addKeyColumns(level.defaultPart(), indexes);
    }
  }
}
