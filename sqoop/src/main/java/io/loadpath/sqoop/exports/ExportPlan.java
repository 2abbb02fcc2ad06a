package io.loadpath.sqoop.exports;

import io.loadpath.rows.TextFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * What the client has found out and decided, for the tasks and the committer.
 *
 * @param names of the target and of what the export makes beside it
 * @param columns that a row of the files fills, in their order
 * @param format of the files
 * @param mappers maximum number of tasks
 * @param way to the target
 * @param keys columns by which rows are updated; empty for other ways than {@link CommitWay#UPDATE}
 * @param insertsMissing whether rows without a row of the same key are inserted
 * @param rejectLimit malformed rows that may be left out, over all tasks
 * @param timeZone in which the server reads times without an offset, on whatever node a task runs
 */
record ExportPlan(
    ExportNames names,
    List<ExportColumn> columns,
    TextFormat format,
    int mappers,
    CommitWay way,
    List<String> keys,
    boolean insertsMissing,
    long rejectLimit,
    String timeZone) {
  private static final String KEY = "loadpath.export.plan";

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

  /** Whether the server gets text: one column has no binary form. */
  boolean sendsText() {
    return columns.stream().anyMatch(column -> column.binary().isEmpty());
  }

  /** Whether each row of a staging table has its place in the files. */
  boolean keepsPlaces() {
    return way == CommitWay.UPDATE;
  }

  /**
   * Puts the plan into a job's configuration, coded, because that cannot hold control characters.
   */
  void addTo(Configuration conf) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(new DataOutputStream(bytes));
    conf.set(KEY, Base64.getEncoder().encodeToString(bytes.toByteArray()));
  }

  static ExportPlan from(Configuration conf) throws IOException {
    String coded = conf.get(KEY);
    if (coded == null) {
      throw new IOException("the job's configuration has no " + KEY);
    }
    byte[] bytes = Base64.getDecoder().decode(coded);
    return read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  private void write(DataOutput out) throws IOException {
    names.write(out);
    out.writeInt(columns.size());
    for (ExportColumn column : columns) {
      column.write(out);
    }
    write(format, out);
    out.writeInt(mappers);
    out.writeUTF(way.name());
    out.writeInt(keys.size());
    for (String key : keys) {
      out.writeUTF(key);
    }
    out.writeBoolean(insertsMissing);
    out.writeLong(rejectLimit);
    out.writeUTF(timeZone);
  }

  private static ExportPlan read(DataInput in) throws IOException {
    ExportNames names = ExportNames.read(in);
    List<ExportColumn> columns = new ArrayList<>();
    for (int count = in.readInt(); count > 0; count--) {
      columns.add(ExportColumn.read(in));
    }
    TextFormat format = readFormat(in);
    int mappers = in.readInt();
    CommitWay way = CommitWay.valueOf(in.readUTF());
    List<String> keys = new ArrayList<>();
    for (int count = in.readInt(); count > 0; count--) {
      keys.add(in.readUTF());
    }
    return new ExportPlan(
        names, columns, format, mappers, way, keys, in.readBoolean(), in.readLong(), in.readUTF());
  }

  private static void write(TextFormat format, DataOutput out) throws IOException {
    out.writeChar(format.delimiter());
    out.writeChar(format.lineEnd());
    out.writeChar(format.escape());
    out.writeChar(format.enclosing());
    out.writeUTF(format.nullText());
    out.writeUTF(format.nullOther());
    out.writeBoolean(format.nullParsed());
    out.writeUTF(format.delimiterAtEnd().name());
    out.writeBoolean(format.refusesCr());
  }

  private static TextFormat readFormat(DataInput in) throws IOException {
    return new TextFormat(
        in.readChar(),
        in.readChar(),
        in.readChar(),
        in.readChar(),
        in.readUTF(),
        in.readUTF(),
        in.readBoolean(),
        TextFormat.DelimiterAtEnd.valueOf(in.readUTF()),
        in.readBoolean());
  }
}
