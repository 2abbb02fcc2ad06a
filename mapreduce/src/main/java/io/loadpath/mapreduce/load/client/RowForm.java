package io.loadpath.mapreduce.load.client;

import io.loadpath.loads.exports.ExportInputFormat;
import io.loadpath.mapreduce.columnar.ColumnarFiles;
import io.loadpath.mapreduce.columnar.FileColumn;
import io.loadpath.rows.TextFormat;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * The form of the rows that tasks take.
 *
 * @param headerLines number of lines at the start of each file that are not rows
 */
record RowForm(TextFormat format, int headerLines) {
  /**
   * Looks whether files are ORC, Parquet or Avro files, and passes this to the job.
   *
   * @param columns in the order of the rows
   * @param conf of the job
   * @throws IOException naming the file, if it cannot be loaded together with the others
   */
  static RowForm of(Path[] inputs, Table table, List<FileColumn> columns, Configuration conf)
      throws IOException {
    Job listing = Job.getInstance(conf);
    FileInputFormat.setInputPaths(listing, inputs);
    Optional<ColumnarFiles> columnar =
        ColumnarFiles.of(ExportInputFormat.files(listing), columns, conf);
    if (columnar.isEmpty()) {
      return new RowForm(
          TextFormat.of(table.format(), table.columns()), table.format().headerLines());
    }
    columnar.get().addTo(conf);
    return new RowForm(columnar.get().format(), 0);
  }
}
