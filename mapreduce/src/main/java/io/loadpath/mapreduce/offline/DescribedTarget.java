package io.loadpath.mapreduce.offline;

import io.loadpath.mapreduce.load.LoadColumn;
import io.loadpath.mapreduce.load.partitions.PartitionBound;
import io.loadpath.mapreduce.load.partitions.TargetPartitions;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.KeyColumn;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Leaf;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Storage;
import io.loadpath.rows.Column;
import io.loadpath.rows.KeyType;
import io.loadpath.tables.KeyPlace;
import io.loadpath.tables.scripts.Dialect;
import io.loadpath.tables.yaml.InvalidFileException;
import io.loadpath.tables.yaml.NearestName;
import io.loadpath.tables.yaml.StrictYaml;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads {@code target.yaml}, which describes a table where no database is at hand: its columns with
 * types of SQL, its partition key and its partitions. {@code tables/schema/target.schema.json} has
 * all keys.
 */
public final class DescribedTarget {
  private static final Dialect[] DATABASES = {Dialect.POSTGRES, Dialect.ORACLE};

  private final TargetFile words;
  private final KeyPlace at;
  private final List<Column> rows;
  private final List<KeyType> types = new ArrayList<>(); // in the order of the rows
  private final List<Integer> lengths = new ArrayList<>();

  private DescribedTarget(TargetFile words, KeyPlace at, List<Column> rows) {
    this.words = words;
    this.at = at;
    this.rows = rows;
  }

  /**
   * Reads a target.
   *
   * @param rows the columns of the files, which the target has by the same names
   * @throws InvalidFileException naming file, line, key and what is allowed
   */
  public static FilesTarget read(Path file, List<Column> rows) {
    return read(file.toString(), StrictYaml.text(file), rows);
  }

  static FilesTarget read(String file, String text, List<Column> rows) {
    StrictYaml yaml = new StrictYaml(file, text);
    TargetFile words = yaml.as(TargetFile.class);
    return new DescribedTarget(words, new KeyPlace(file, yaml, ""), rows).target();
  }

  private FilesTarget target() {
    String[] name = at.required("target", words.target()).split("\\.", -1);
    if (name.length != 2 || name[0].isEmpty() || name[1].isEmpty()) {
      throw at.error("target", "'%s' is not SCHEMA.TABLE".formatted(words.target()));
    }
    at.required("for", words.database());
    Dialect dialect = at.oneOf("for", words.database(), null, DATABASES, DescribedTarget::word);
    List<LoadColumn> columns = columns(dialect);
    if (words.partitionBy() == null) {
      if (words.partitions() != null) {
        throw at.error("partitions", "needs partition-by, the partition key");
      }
      Leaf only = new Leaf(0, 0, name[0], name[1], Storage.PERMANENT);
      List<PartitionBound> none = new ArrayList<>();
      none.add(null);
      return new FilesTarget(
          dialect,
          name[0],
          name[1],
          columns,
          lengths,
          new TargetPartitions(only, List.of(only)),
          none);
    }
    List<KeyColumn> key = key();
    boolean range = words.partitionBy().range() != null;
    DescribedPartitions partitions =
        new DescribedPartitions(words.partitions(), at, dialect, range, key);
    partitions.read(name[0]);
    return new FilesTarget(
        dialect, name[0], name[1], columns, lengths, partitions.tree(), partitions.bounds());
  }

  private static String word(Dialect dialect) {
    return dialect.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the columns in the order of the rows. */
  private List<LoadColumn> columns(Dialect dialect) {
    if (words.columns() == null || words.columns().isEmpty()) {
      throw at.error("columns", "there are none");
    }
    List<String> names = rows.stream().map(Column::name).toList();
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < words.columns().size(); i++) {
      KeyPlace place = at.in("columns[%d]".formatted(i + 1));
      if (words.columns().get(i) == null) {
        throw at.error("columns[%d]".formatted(i + 1), "is empty");
      }
      String name = place.required("name", words.columns().get(i).name());
      if (!names.contains(name)) {
        throw place.error(
            "name", "the files have no '" + name + "'" + NearestName.hint(name, names));
      }
      if (places.put(name, i) != null) {
        throw place.error("name", "'" + name + "' is also the name of another column");
      }
    }
    List<LoadColumn> columns = new ArrayList<>();
    for (Column row : rows) {
      Integer i = places.get(row.name());
      if (i == null) {
        throw at.error("columns", "'%s' of the files is missing".formatted(row.name()));
      }
      KeyPlace place = at.in("columns[%d]".formatted(i + 1));
      String text = place.required("type", words.columns().get(i).type());
      KeyType type = SqlType.parse(text, dialect, row);
      if (type == null) {
        throw place.error(
            "type",
            "'%s' is not %s"
                .formatted(
                    text,
                    dialect == Dialect.ORACLE ? SqlType.ORACLE_FORMS : SqlType.POSTGRES_FORMS));
      }
      types.add(type);
      lengths.add(SqlType.length(text));
      columns.add(new LoadColumn(row.name(), type.type(), type.blankPadded()));
    }
    return columns;
  }

  private List<KeyColumn> key() {
    KeyPlace place = at.in("partition-by");
    List<String> range = words.partitionBy().range();
    String list = words.partitionBy().list();
    if ((range == null || range.isEmpty()) == (list == null)) {
      throw at.error(
          "partition-by", "needs 'range', with one or more columns, or 'list', with one");
    }
    List<String> names = rows.stream().map(Column::name).toList();
    List<KeyColumn> key = new ArrayList<>();
    for (String name : list == null ? range : List.of(list)) {
      int index = names.indexOf(name);
      if (index < 0) {
        throw place.error(
            list == null ? "range" : "list",
            "there is no column '" + name + "'" + NearestName.hint(String.valueOf(name), names));
      }
      key.add(new KeyColumn(index, name, types.get(index)));
    }
    return List.copyOf(key);
  }
}
