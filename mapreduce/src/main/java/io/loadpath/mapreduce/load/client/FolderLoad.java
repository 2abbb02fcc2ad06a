package io.loadpath.mapreduce.load.client;

import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.ServerError;
import io.loadpath.loads.TaskSetup;
import io.loadpath.loads.exports.ExportColumn;
import io.loadpath.loads.exports.ExportSource;
import io.loadpath.loads.exports.TargetTable;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.mapreduce.columnar.FileColumn;
import io.loadpath.mapreduce.load.LoadColumn;
import io.loadpath.mapreduce.load.LoadPlan;
import io.loadpath.mapreduce.load.PartitionProof;
import io.loadpath.mapreduce.load.partitions.PartitionCatalog;
import io.loadpath.mapreduce.load.partitions.PartitionRouter;
import io.loadpath.mapreduce.load.partitions.TargetPartitions;
import io.loadpath.mapreduce.load.sample.Expected;
import io.loadpath.mapreduce.load.sample.SampleSize;
import io.loadpath.mapreduce.load.sample.Sampler;
import io.loadpath.mapreduce.load.sample.WriterShares;
import io.loadpath.mapreduce.offline.DescribedTarget;
import io.loadpath.mapreduce.offline.FilesFormat;
import io.loadpath.mapreduce.offline.FilesLoad;
import io.loadpath.mapreduce.offline.FilesManifest;
import io.loadpath.mapreduce.offline.FilesManifest.PartitionEntry;
import io.loadpath.mapreduce.offline.FilesReducer;
import io.loadpath.mapreduce.offline.FilesTarget;
import io.loadpath.rows.Column;
import io.loadpath.rows.DateOrder;
import io.loadpath.rows.KeyType;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.postgresql.core.BaseConnection;

/** A load into sorted files for each partition, with the scripts that load them. */
final class FolderLoad {
  private final LoadOptions options;
  private final Table table;
  private final Configuration conf;
  private final PrintStream out;

  FolderLoad(LoadOptions options, Table table, Configuration conf, PrintStream out) {
    this.options = options;
    this.table = table;
    this.conf = conf;
    this.out = out;
  }

  /**
   * Runs the load to its end.
   *
   * @param sessions of the database whose catalog has the target; null if a file describes it
   * @throws IOException if it fails; the folder is as it was
   */
  void run(PostgresSession sessions) throws IOException {
    FilesTarget target =
        sessions == null
            ? DescribedTarget.read(java.nio.file.Path.of(options.target), table.columns())
            : ofCatalog(sessions);
    Path[] inputs = options.inputs.stream().map(Path::new).toArray(Path[]::new);
    List<FileColumn> read =
        target.columns().stream().map(c -> new FileColumn(c.name(), c.type())).toList();
    RowForm form = RowForm.of(inputs, table, read, conf);
    Job job = Job.getInstance(conf);
    job.setJobName("load into " + options.to);
    FileInputFormat.setInputPaths(job, inputs);
    TaskSetup.addJars(job);
    ExportSource source = new ExportSource(job);
    LoadPlan plan = plan(target, source.files(), form);
    List<Piece> cut = source.files().stream().filter(f -> source.canCut(f, form.format())).toList();
    List<Piece> whole = source.files().stream().filter(f -> !cut.contains(f)).toList();
    SampleSize size = new SampleSize(options.writers, options.overload, options.confidence);
    Sampler sample =
        Sampler.read(plan, target.partitions(), size, cut, whole, ZoneOffset.UTC, conf);
    WriterShares writers =
        WriterShares.of(sample.rows(), target.partitions().leaves().size(), options.writers, true);
    printPlan(target, sample, writers);
    if (options.plan) {
      return;
    }
    long bytes = source.files().stream().mapToLong(Piece::bytes).sum();
    plan.withWriters(writers)
        .addTo(job, source.shares(form.format(), options.mapperCount(bytes)), FilesReducer.class);
    List<KeyType> types =
        target.columns().stream().map(c -> new KeyType(c.type(), c.blankPadded(), -1)).toList();
    new PartitionProof(target.columns().stream().map(LoadColumn::name).toList(), types)
        .addTo(job.getConfiguration());
    FilesFormat written = FilesFormat.valueOf(options.format.toUpperCase(Locale.ROOT));
    printOutcome(run(new FilesLoad(job, folder(), written, target)));
  }

  private static FilesManifest run(FilesLoad load) throws IOException {
    try {
      return load.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
  }

  private Path folder() {
    return new Path(options.to.substring(LoadOptions.FILES.length()));
  }

  private FilesTarget ofCatalog(PostgresSession sessions) throws IOException {
    try (BaseConnection session = sessions.connectClient("loadpath files")) {
      TargetTable found = TargetTable.of(session, options.schema(), options.name());
      List<ExportColumn> columns =
          found.filled(
              options.table, table.columns().stream().map(Column::name).toArray(String[]::new));
      LoadRequest.requireBinary(columns, "load into the database instead");
      TargetPartitions partitions =
          PartitionCatalog.read(
              session, found.oid(), columns.stream().map(ExportColumn::name).toList());
      List<LoadColumn> loaded = columns.stream().map(LoadRequest::column).toList();
      return FilesTarget.ofCatalog(found.schema(), found.name(), loaded, partitions);
    } catch (SQLException e) {
      throw new IOException(ServerError.describe(e), e);
    }
  }

  private LoadPlan plan(FilesTarget target, List<Piece> files, RowForm form) throws IOException {
    return new LoadPlan(
        files.stream().map(Piece::file).toList(),
        target.columns(),
        form.format(),
        form.headerLines(),
        DateOrder.MDY,
        SortOrder.of(options.sortBy, target.columns()).columns(),
        0,
        new PartitionRouter(target.partitions()),
        WriterShares.of(List.of(), target.partitions().leaves().size(), 1, false),
        options.rejectLimit);
  }

  private void printPlan(FilesTarget target, Sampler sample, WriterShares writers) {
    out.printf(
        "Writes sorted files for %s.%s into %s, by %d writers%n",
        target.schema(), target.table(), folder(), writers.count());
    for (TargetPartitions.Leaf leaf : target.partitions().leaves()) {
      Expected expected = sample.partitions().get(leaf.number());
      out.printf("  %s: about %,.0f rows%n", leaf.name(), expected.rows());
    }
  }

  private void printOutcome(FilesManifest manifest) {
    for (PartitionEntry partition : manifest.partitions()) {
      out.printf(
          "%s: %,d rows, %,d bytes in %d files%n",
          partition.name(), partition.rows(), partition.bytes(), partition.files().size());
    }
    out.printf(
        "%,d rows are in %s, %,d are rejected; its scripts load them%n",
        manifest.rows(), folder(), manifest.rejectedRows());
  }
}
