package io.loadpath.mapreduce.load.partitions;

import io.loadpath.loads.Sql;
import io.loadpath.mapreduce.load.partitions.PartitionBound.Kind;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Bound;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.KeyColumn;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Leaf;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Level;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Part;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Storage;
import io.loadpath.rows.FieldException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the partitions of a target from the server's catalog. */
public final class PartitionCatalog {
  /** The form of values in bounds. The driver itself requires dates in ISO's form. */
  private static final String FORMS =
      """
      SELECT set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '1', true),
        set_config('standard_conforming_strings', 'on', true)""";

  /** A partition that is being detached takes no rows. */
  private static final String TREE =
      """
      WITH RECURSIVE tree (oid, parent) AS (
        SELECT ?::bigint::oid, NULL::oid
        UNION ALL
        SELECT i.inhrelid, i.inhparent
        FROM tree t JOIN pg_inherits i ON i.inhparent = t.oid JOIN pg_class c ON c.oid = i.inhrelid
        WHERE c.relispartition AND (to_jsonb(i) ->> 'inhdetachpending') IS DISTINCT FROM 'true'
      )
      SELECT c.oid, t.parent, n.nspname, c.relname, c.relkind, c.relpersistence, p.partstrat,
        pg_get_expr(c.relpartbound, c.oid)
      FROM tree t JOIN pg_class c ON c.oid = t.oid JOIN pg_namespace n ON n.oid = c.relnamespace
        LEFT JOIN pg_partitioned_table p ON p.partrelid = c.oid""";

  /**
   * A table of the tree.
   *
   * @param strategy r for RANGE, l for LIST, h for HASH; null for a leaf
   * @param bound null for the target itself
   */
  private record Node(
      String oid,
      String schema,
      String name,
      Storage storage,
      String strategy,
      PartitionBound bound) {}

  /** A partition and its bounds in their order, one for each value of a list. */
  private record Branch(Node node, List<Bound> bounds) {}

  private final Map<String, List<Node>> children = new HashMap<>();
  private final List<Leaf> leaves = new ArrayList<>();
  private final PartitionKeys keys;

  private PartitionCatalog(PartitionKeys keys) {
    this.keys = keys;
  }

  /**
   * Asks the server. The session's forms of values change until the end of its transaction.
   *
   * @param session of {@link io.loadpath.loads.PostgresSession}, in a transaction or not
   * @param oid of the target
   * @param columns of the rows, in their order
   * @throws IOException naming the table and the reason if the cluster cannot find the partition of
   *     a row
   */
  public static TargetPartitions read(Connection session, long oid, List<String> columns)
      throws IOException, SQLException {
    if (!session.getAutoCommit()) {
      return readInTransaction(session, oid, columns);
    }
    TargetPartitions[] read = new TargetPartitions[1];
    Sql.inTransaction(session, () -> read[0] = readInTransaction(session, oid, columns));
    return read[0];
  }

  private static TargetPartitions readInTransaction(
      Connection session, long oid, List<String> columns) throws IOException, SQLException {
    Sql.rows(session, FORMS);
    List<String[]> rows = Sql.rows(session, TREE, oid);
    if (rows.isEmpty()) {
      throw new IOException("the target is gone: no table has the oid " + oid);
    }
    List<String> partitioned = new ArrayList<>();
    for (String[] row : rows) {
      if (row[6] != null) {
        partitioned.add(row[0]);
      }
    }
    PartitionCatalog catalog =
        new PartitionCatalog(PartitionKeys.read(session, partitioned, columns));
    Node target = null;
    for (String[] row : rows) {
      if (row[1] == null) {
        target = node(row, null);
      } else {
        Node part = node(row, PartitionBound.parse(row[7]));
        catalog.children.computeIfAbsent(row[1], parent -> new ArrayList<>()).add(part);
      }
    }
    Part root = catalog.part(target);
    return new TargetPartitions(root, List.copyOf(catalog.leaves));
  }

  private static Node node(String[] row, PartitionBound bound) {
    Storage storage =
        row[4].equals("f")
            ? Storage.FOREIGN
            : switch (row[5]) {
              case "t" -> Storage.TEMPORARY;
              case "u" -> Storage.UNLOGGED;
              default -> Storage.PERMANENT;
            };
    return new Node(row[0], row[2], row[3], storage, row[6], bound);
  }

  private Part part(Node node) throws IOException {
    return node.strategy() == null ? leaf(node) : level(node);
  }

  private Leaf leaf(Node node) throws IOException {
    if (leaves.size() == TargetPartitions.MAX_LEAVES) {
      throw new IOException(
          "the target has more than %d partitions: load a part of it at a time"
              .formatted(TargetPartitions.MAX_LEAVES));
    }
    Leaf leaf =
        new Leaf(
            leaves.size(), Long.parseLong(node.oid()), node.schema(), node.name(), node.storage());
    leaves.add(leaf);
    return leaf;
  }

  private Level level(Node node) throws IOException {
    boolean range = node.strategy().equals("r");
    List<KeyColumn> columns = keys.of(node.oid(), node.name(), node.strategy());
    List<Branch> branches = new ArrayList<>();
    Node defaultNode = null;
    for (Node child : children.getOrDefault(node.oid(), List.of())) {
      if (child.bound().kind() == Kind.DEFAULT) {
        defaultNode = child;
      } else {
        branches.add(new Branch(child, bounds(child, columns)));
      }
    }
    branches.sort(Comparator.comparing(b -> b.bounds().get(0).first(), Arrays::compareUnsigned));
    List<Bound> bounds = new ArrayList<>();
    for (Branch branch : branches) {
      Part part = part(branch.node());
      branch.bounds().forEach(b -> bounds.add(new Bound(b.first(), b.end(), part)));
    }
    bounds.sort(Comparator.comparing(Bound::first, Arrays::compareUnsigned));
    return new Level(
        Long.parseLong(node.oid()),
        range,
        columns,
        List.copyOf(bounds),
        defaultNode == null ? null : part(defaultNode));
  }

  /** Returns the bounds of a partition in their order, without its part. */
  private static List<Bound> bounds(Node node, List<KeyColumn> columns) throws IOException {
    try {
      return node.bound().ranges(columns);
    } catch (FieldException e) {
      throw new IOException(
          "the bound of partition %s: %s; %s"
              .formatted(node.name(), e.getMessage(), PartitionKeys.REMEDY),
          e);
    }
  }
}
