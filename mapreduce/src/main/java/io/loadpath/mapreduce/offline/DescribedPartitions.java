package io.loadpath.mapreduce.offline;

import io.loadpath.mapreduce.load.partitions.PartitionBound;
import io.loadpath.mapreduce.load.partitions.PartitionBound.Kind;
import io.loadpath.mapreduce.load.partitions.PartitionBound.Value;
import io.loadpath.mapreduce.load.partitions.PartitionBound.Word;
import io.loadpath.mapreduce.load.partitions.TargetPartitions;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Bound;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.KeyColumn;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Leaf;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Level;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Storage;
import io.loadpath.mapreduce.offline.TargetFile.PartitionWords;
import io.loadpath.rows.ColumnType;
import io.loadpath.rows.FieldException;
import io.loadpath.tables.KeyPlace;
import io.loadpath.tables.scripts.Dialect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the partitions of a described target. */
final class DescribedPartitions {
  private static final int AFTER_ALL = 0xff;

  /**
   * A partition and its keys.
   *
   * @param ranges in their order; empty for the default partition
   */
  private record Branch(KeyPlace place, String name, PartitionBound bound, List<Bound> ranges) {}

  private final List<PartitionWords> words;
  private final KeyPlace at;
  private final boolean oracle;
  private final boolean range;
  private final List<KeyColumn> key;
  private final List<PartitionBound> bounds = new ArrayList<>();
  private TargetPartitions tree;

  DescribedPartitions(
      List<PartitionWords> words,
      KeyPlace at,
      Dialect dialect,
      boolean range,
      List<KeyColumn> key) {
    this.words = words == null ? List.of() : words;
    this.at = at;
    this.oracle = dialect == Dialect.ORACLE;
    this.range = range;
    this.key = key;
  }

  TargetPartitions tree() {
    return tree;
  }

  /** Returns the bounds of the leaves, by their numbers. */
  List<PartitionBound> bounds() {
    return bounds;
  }

  void read(String schema) {
    if (words.isEmpty()) {
      throw at.error("partitions", "there are none");
    }
    List<Branch> branches = branches();
    requireApart(branches);
    List<Leaf> leaves = new ArrayList<>();
    List<Bound> ranges = new ArrayList<>();
    Leaf other = null;
    for (Branch branch : branches) {
      Leaf leaf = new Leaf(leaves.size(), 0, schema, branch.name(), Storage.PERMANENT);
      leaves.add(leaf);
      bounds.add(branch.bound());
      branch.ranges().forEach(keys -> ranges.add(new Bound(keys.first(), keys.end(), leaf)));
      other = branch.ranges().isEmpty() ? leaf : other;
    }
    ranges.sort(Comparator.comparing(Bound::first, Arrays::compareUnsigned));
    if (oracle && range && key.get(0).type().type() == ColumnType.TEXT) {
      moveEmptyText(ranges);
    }
    // NULL is a key like others to Oracle, below MAXVALUE; in PostgreSQL, no range takes it
    boolean nullIsOutside = range && !oracle;
    tree =
        new TargetPartitions(
            new Level(0, nullIsOutside, key, List.copyOf(ranges), other), List.copyOf(leaves));
  }

  /** Returns the partitions in the order of their keys; the default one is the last. */
  private List<Branch> branches() {
    List<Branch> branches = new ArrayList<>();
    Set<String> names = new HashSet<>();
    List<Value> before = Collections.nCopies(key.size(), new Value(Word.MINVALUE, null));
    for (int i = 0; i < words.size(); i++) {
      KeyPlace place = at.in("partitions[%d]".formatted(i + 1));
      if (words.get(i) == null) {
        throw at.error("partitions[%d]".formatted(i + 1), "is empty");
      }
      String name = place.required("name", words.get(i).name());
      if (!names.add(name)) {
        throw place.error("name", "'" + name + "' is also the name of another partition");
      }
      Branch branch = branch(words.get(i), place, name, before);
      before = branch.bound().kind() == Kind.RANGE ? branch.bound().end() : before;
      branches.add(branch);
    }
    branches.sort(
        Comparator.comparing(
            (Branch branch) ->
                branch.ranges().isEmpty()
                    ? new byte[] {(byte) AFTER_ALL, (byte) AFTER_ALL}
                    : branch.ranges().get(0).first(),
            Arrays::compareUnsigned));
    return branches;
  }

  private Branch branch(PartitionWords words, KeyPlace place, String name, List<Value> before) {
    PartitionBound bound;
    String last;
    if (words.other() != null) {
      if (oracle && range) {
        throw place.error("default", "a range of Oracle has none: write below: MAXVALUE");
      }
      if (!place.yes("default", words.other(), false)
          || words.below() != null
          || words.from() != null
          || words.to() != null
          || words.values() != null) {
        throw place.error("default", "is yes, and has no bounds");
      }
      return new Branch(
          place, name, new PartitionBound(Kind.DEFAULT, List.of(), List.of()), List.of());
    } else if (!range) {
      last = "values";
      requireOnly(words.values() != null && !words.values().isEmpty(), words, place, "values");
      List<Value> values = new ArrayList<>();
      words.values().forEach(text -> values.add(text == null ? Value.NULL : Value.of(text)));
      if (oracle && key.get(0).type().type() == ColumnType.TEXT && values.contains(Value.NULL)) {
        values.add(Value.of("")); // which is NULL to Oracle
      }
      bound = new PartitionBound(Kind.LIST, values, List.of());
    } else if (words.from() != null || words.to() != null) {
      last = "to";
      if (oracle) {
        throw place.error("from", "a range of Oracle has only an end: write 'below'");
      }
      requireOnly(words.from() != null && words.to() != null, words, place, "from and to");
      bound =
          new PartitionBound(
              Kind.RANGE, values("from", words.from(), place), values("to", words.to(), place));
    } else {
      last = "below";
      requireOnly(words.below() != null, words, place, oracle ? "below" : "below, or from and to");
      bound = new PartitionBound(Kind.RANGE, before, values("below", words.below(), place));
    }
    try {
      List<Bound> ranges = bound.ranges(key);
      if (Arrays.compareUnsigned(ranges.get(0).first(), ranges.get(0).end()) >= 0) {
        throw place.error(last, "is not after the beginning of the partition");
      }
      return new Branch(place, name, bound, ranges);
    } catch (FieldException e) {
      throw place.error(last, e.getMessage());
    }
  }

  private void requireOnly(boolean given, PartitionWords words, KeyPlace place, String keys) {
    boolean others =
        range
            ? words.values() != null
            : words.below() != null || words.from() != null || words.to() != null;
    boolean both = words.below() != null && (words.from() != null || words.to() != null);
    if (!given || others || both) {
      throw place.error(
          "name", "a partition by %s needs %s".formatted(range ? "range" : "list", keys));
    }
  }

  private List<Value> values(String name, List<String> texts, KeyPlace place) {
    if (texts.size() != key.size() || texts.contains(null)) {
      throw place.error(name, "has %d of %d values".formatted(texts.size(), key.size()));
    }
    return texts.stream()
        .map(
            text ->
                switch (text) {
                  case "MINVALUE" -> new Value(Word.MINVALUE, null);
                  case "MAXVALUE" -> new Value(Word.MAXVALUE, null);
                  default -> Value.of(text);
                })
        .toList();
  }

  /** A row must have one partition. */
  private static void requireApart(List<Branch> sorted) {
    record Keys(Branch branch, Bound range) {}
    List<Keys> all = new ArrayList<>();
    sorted.forEach(branch -> branch.ranges().forEach(range -> all.add(new Keys(branch, range))));
    all.sort(Comparator.comparing(keys -> keys.range().first(), Arrays::compareUnsigned));
    for (int i = 1; i < all.size(); i++) {
      if (Arrays.compareUnsigned(all.get(i - 1).range().end(), all.get(i).range().first()) > 0) {
        throw all.get(i)
            .branch()
            .place()
            .error(
                "name",
                "has rows of partition '%s', too".formatted(all.get(i - 1).branch().name()));
      }
    }
    List<Branch> others = sorted.stream().filter(branch -> branch.ranges().isEmpty()).toList();
    if (others.size() > 1) {
      throw others.get(1).place().error("default", "another partition is the default, too");
    }
  }

  /**
   * To Oracle, an empty text is NULL, which is above all values. Here it would be the first one.
   */
  private void moveEmptyText(List<Bound> ranges) {
    byte[] empty;
    try {
      empty = key.get(0).type().keyOf("");
    } catch (FieldException e) {
      throw new IllegalStateException(e);
    }
    byte[] after = Arrays.copyOf(empty, empty.length + 1);
    after[empty.length] = (byte) AFTER_ALL;
    Bound first = ranges.get(0);
    Bound last = ranges.get(ranges.size() - 1);
    if (Arrays.compareUnsigned(first.first(), empty) <= 0) {
      ranges.set(0, new Bound(after, first.end(), first.part()));
    }
    if (last.end()[0] == (byte) AFTER_ALL) {
      ranges.add(0, new Bound(empty, after, last.part()));
    }
  }
}
