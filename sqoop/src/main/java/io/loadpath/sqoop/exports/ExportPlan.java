package io.loadpath.sqoop.exports;

import io.loadpath.rows.TextFormat;
import io.loadpath.sqoop.Coded;
import io.loadpath.sqoop.Sql;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/**
 * What the client has found out and decided, for the tasks and the committer.
 *
 * @param names of the target and of what the export makes beside it
 * @param columns that a row of the files fills, in their order
 * @param format of the files
 * @param mappers maximum number of tasks
 * @param way to the target
 * @param keys columns by which rows are updated; empty for other ways than {@link Way#UPDATE}
 * @param insertsMissing whether rows without a row of the same key are inserted
 * @param rejectLimit malformed rows that may be left out, over all tasks
 * @param timeZone in which the server reads times without an offset, on whatever node a task runs
 */
record ExportPlan(
    ExportNames names,
    List<ExportColumn> columns,
    TextFormat format,
    int mappers,
    Way way,
    List<String> keys,
    boolean insertsMissing,
    long rejectLimit,
    String timeZone)
    implements Serializable {
  private static final String KEY = "loadpath.export.plan";

  /** How the rows of an export's tasks reach its target. */
  enum Way {
    /** Each task copies into the target, and prepares its transaction. */
    TWO_PHASE,
    /** Rows of all staging tables are inserted in one transaction. */
    INSERT,
    /** Rows of all staging tables update the target in one transaction. */
    UPDATE;

    /** Whether tasks copy into tables of their own. */
    boolean staged() {
      return this != TWO_PHASE;
    }

    /** The name in {@link io.loadpath.sqoop.Settings#EXPORT_COMMIT}. */
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
        mappers,
        way,
        keys,
        insertsMissing,
        rejectLimit,
        timeZone);
  }

  /**
   * Whether the server gets text: one column has no binary form, or each row has its place in the
   * files, with which messages name it.
   */
  boolean sendsText() {
    return keepsPlaces() || columns.stream().anyMatch(column -> column.binary().isEmpty());
  }

  /** Whether each row of a staging table has its place in the files. */
  boolean keepsPlaces() {
    return way == Way.UPDATE;
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

  static ExportPlan from(Configuration conf) throws IOException {
    return Coded.get(conf, KEY, ExportPlan.class);
  }
}
