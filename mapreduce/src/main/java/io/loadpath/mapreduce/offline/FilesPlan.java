package io.loadpath.mapreduce.offline;

import io.loadpath.loads.Coded;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Leaf;
import io.loadpath.rows.ColumnType;
import io.loadpath.rows.CopyToText;
import io.loadpath.rows.RowCopy;
import io.loadpath.tables.scripts.Dialect;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;

/**
 * The client's decisions about files, for the reducers.
 *
 * @param folders of the partitions, by their numbers
 */
record FilesPlan(
    FilesFormat format,
    Dialect dialect,
    List<String> columns,
    List<ColumnType> types,
    List<String> folders)
    implements Serializable {
  private static final String KEY = "loadpath.load.offline";
  private static final int BUFFER_BYTES = 1 << 16;

  static FilesPlan of(FilesTarget target, FilesFormat format) {
    return new FilesPlan(
        format,
        target.dialect(),
        target.columns().stream().map(column -> column.name()).toList(),
        target.columns().stream().map(column -> column.type()).toList(),
        target.partitions().leaves().stream().map(FilesPlan::folder).toList());
  }

  /** Returns the leaf's name if it is safe in a path, a shell and a script. */
  static String folder(Leaf leaf) {
    return leaf.name().matches("[A-Za-z0-9][A-Za-z0-9_]{0,199}")
        ? leaf.name()
        : "partition-%05d".formatted(leaf.number());
  }

  void putInto(Configuration conf) throws IOException {
    Coded.put(conf, KEY, this);
  }

  static FilesPlan from(Configuration conf) throws IOException {
    return Coded.get(conf, KEY, FilesPlan.class);
  }

  /**
   * Returns the name of a writer's file for a partition, in the output folder. An external table of
   * Oracle has files of one folder only.
   */
  String file(int partition, int writer) {
    String form = dialect == Dialect.ORACLE ? "%s-r-%05d%s" : "%s/part-r-%05d%s";
    return form.formatted(folders.get(partition), writer, format.extension(dialect));
  }

  /** Returns a stream that takes binary COPY for a file. Closing it closes the file. */
  OutputStream encoded(OutputStream file) throws IOException {
    if (format == FilesFormat.BINARY) {
      return file;
    }
    List<RowCopy.Column> copied = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      copied.add(new RowCopy.Column(columns.get(i), types.get(i)));
    }
    CopyToText.Form form =
        dialect == Dialect.ORACLE ? CopyToText.Form.ORACLE : CopyToText.Form.POSTGRES;
    OutputStream text =
        format == FilesFormat.GZIP ? new GZIPOutputStream(file, BUFFER_BYTES) : file;
    return new CopyToText(form, copied, text);
  }
}
