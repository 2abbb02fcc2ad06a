package io.loadpath.loads.exports;

import io.loadpath.loads.Coded;
import io.loadpath.loads.Sql;
import io.loadpath.rows.TextFormat;
import java.io.IOException;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/**
 * The client's decisions, for the tasks and the committer.
 *
 * @param names of the target and of the objects next to it
 * @param columns that a row of the files fills, in order
 * @param format of the files
 * @param headerLines number of lines at the start of each file that are not rows
 * @param mappers maximum number of tasks
 * @param way to the target
 * @param keys columns by which rows are updated; empty for other ways than {@link Way#UPDATE}
 * @param insertsMissing whether rows without a row of the same key are inserted
 * @param rejectLimit maximum number of malformed rows that are left out, over all tasks
 * @param rejects folder for files with the rejected rows; "" for none
 * @param partitions of the target that tasks stage, by number; empty for other ways than {@link
 *     Way#ATTACH}
 * @param timeZone in which the server reads times without an offset, whatever the node of a task is
 */
public record ExportPlan(
    ExportNames names,
    List<ExportColumn> columns,
    TextFormat format,
    int headerLines,
    int mappers,
    Way way,
    List<String> keys,
    boolean insertsMissing,
    long rejectLimit,
    String rejects,
    List<Partition> partitions,
    String timeZone)
    implements Serializable {
  private static final String KEY = "loadpath.export.plan";

  /** The commit methods of an export. */
  public enum Way {
    /** Each task copies into the target and prepares its transaction. */
    TWO_PHASE,
    /** Rows of all staging tables are inserted in one transaction. */
    INSERT,
    /** Rows of all staging tables update the target in one transaction. */
    UPDATE,
    /** Tables that tasks have made become partitions of the target in one transaction. */
    ATTACH;

    /** Whether tasks copy into staging tables. */
    boolean staged() {
      return this != TWO_PHASE;
    }

    /** The name in {@link io.loadpath.loads.Settings#EXPORT_COMMIT}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  ExportPlan withExport(int number) {
    return new ExportPlan(
        names.withExport(number),
        columns,
        format,
        headerLines,
        mappers,
        way,
        keys,
        insertsMissing,
        rejectLimit,
        rejects,
        partitions,
        timeZone);
  }

  /**
   * Whether the server gets text: a column has no binary form, or each row comes with its place in
   * the files, for messages.
   */
  boolean sendsText() {
    return keepsPlaces() || columns.stream().anyMatch(column -> column.binary().isEmpty());
  }

  /** Whether each row of a staging table comes with its place in the files. */
  boolean keepsPlaces() {
    return way == Way.UPDATE;
  }

  /**
   * Inserts a staging table's rows, in the session's transaction.
   *
   * @param rows that the task has sent to it
   * @throws IOException if not all arrive
   */
  void insert(Connection session, int task, String staging, String target, long rows)
      throws IOException, SQLException {
    long inserted =
        Sql.run(
            session,
            "INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s"
                .formatted(target, columnList(), columnList(), staging));
    if (inserted != rows) {
      throw new IOException(
          "%d rows of task %d arrived, but it sent %d: does a trigger or rule drop some?"
              .formatted(inserted, task, rows));
    }
  }

  /** The columns for SQL, with commas between them. */
  String columnList() {
    return columns.stream()
        .map(column -> Sql.quoted(column.name()))
        .collect(Collectors.joining(", "));
  }

  void addTo(Configuration conf) throws IOException {
    Coded.put(conf, KEY, this);
  }

  static boolean isIn(Configuration conf) {
    return conf.get(KEY) != null;
  }

  static ExportPlan from(Configuration conf) throws IOException {
    return Coded.get(conf, KEY, ExportPlan.class);
  }
}
