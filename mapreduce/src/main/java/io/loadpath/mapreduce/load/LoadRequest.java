package io.loadpath.mapreduce.load;

import io.loadpath.loads.Share;
import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.CommitMethod;
import io.loadpath.loads.exports.DecisionLocks;
import io.loadpath.loads.exports.EmptyLeaf;
import io.loadpath.loads.exports.ExportColumn;
import io.loadpath.loads.exports.ExportInputFormat;
import io.loadpath.loads.exports.ExportJob.Exported;
import io.loadpath.loads.exports.ExportNames;
import io.loadpath.loads.exports.ExportPlan;
import io.loadpath.loads.exports.ExportPlan.Way;
import io.loadpath.loads.exports.ExportRequest;
import io.loadpath.loads.exports.ExportSource;
import io.loadpath.loads.exports.Ledger.Task;
import io.loadpath.loads.exports.Partition;
import io.loadpath.loads.exports.TargetTable;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.mapreduce.columnar.ColumnarFiles;
import io.loadpath.mapreduce.columnar.FileColumn;
import io.loadpath.mapreduce.load.TargetPartitions.Leaf;
import io.loadpath.rows.Column;
import io.loadpath.rows.DateOrder;
import io.loadpath.rows.TextFormat;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.postgresql.core.BaseConnection;

/** A load as its command line asks for it. */
final class LoadRequest implements ExportRequest {
  private static final long SHARE_BYTES = 128 << 20;

  private final LoadOptions options;
  private final Table table;
  private final Configuration conf;
  private final PrintStream out;
  private TargetTable target;
  private TargetPartitions partitions;

  /** The reasons not to exchange partitions, by their number. */
  private final Map<Integer, String> obstacles = new TreeMap<>();

  private PlanText text;
  private Function<List<Task>, LoadReport> summary;

  LoadRequest(LoadOptions options, Table table, Configuration conf, PrintStream out) {
    this.options = options;
    this.table = table;
    this.conf = conf;
    this.out = out;
  }

  @Override
  public Configuration configuration() {
    return conf;
  }

  @Override
  public String schema() {
    return options.schema();
  }

  @Override
  public String table() {
    return options.name();
  }

  @Override
  public String jobName() {
    return "load into " + options.into;
  }

  @Override
  public List<Path> files() {
    return options.inputs.stream().map(Path::new).toList();
  }

  @Override
  public ExportPlan plan(ExportNames names, TargetTable found, BaseConnection session)
      throws IOException, SQLException {
    target = found;
    List<ExportColumn> columns =
        target.filled(
            options.table, table.columns().stream().map(Column::name).toArray(String[]::new));
    Way way;
    List<Partition> parts = List.of();
    if (options.unsorted) {
      way = CommitMethod.of(conf, mappers(), target, session);
    } else {
      way = Way.ATTACH;
      requireBinary(columns);
      target.requireAttachable(session);
      partitions =
          PartitionCatalog.read(
              session, target.oid(), columns.stream().map(ExportColumn::name).toList());
      parts = parts(session);
    }
    Optional<ColumnarFiles> columnar = columnar(columns);
    return new ExportPlan(
        names,
        columns,
        columnar
            .map(ColumnarFiles::format)
            .orElseGet(() -> TextFormat.of(table.format(), table.columns())),
        columnar.isEmpty() && table.format().header() ? 1 : 0,
        mappers(),
        way,
        List.of(),
        false,
        options.rejectLimit,
        rejects(),
        parts,
        Sql.value(session, "SHOW TimeZone"));
  }

  private String rejects() throws IOException {
    return options.rejects != null
        ? options.rejects
        : new Path(FileSystem.get(conf).getHomeDirectory(), "loadpath-rejects").toString();
  }

  /** Finds ORC, Parquet and Avro files, and passes them to the job. */
  private Optional<ColumnarFiles> columnar(List<ExportColumn> columns) throws IOException {
    Job listing = Job.getInstance(conf);
    FileInputFormat.setInputPaths(listing, files().toArray(Path[]::new));
    List<FileColumn> read =
        columns.stream().map(c -> new FileColumn(c.name(), c.binary().orElse(null))).toList();
    Optional<ColumnarFiles> columnar =
        ColumnarFiles.of(ExportInputFormat.files(listing), read, conf);
    if (columnar.isPresent()) {
      columnar.get().addTo(conf);
    }
    return columnar;
  }

  private int mappers() {
    return options.mappers > 0 ? options.mappers : options.writers;
  }

  private static void requireBinary(List<ExportColumn> columns) throws IOException {
    for (ExportColumn column : columns) {
      if (column.binary().isEmpty()) {
        throw new IOException(
            "only the server can read the type %s of column %s: load with --unsorted"
                .formatted(column.shownType(), column.name()));
      }
    }
  }

  private List<Partition> parts(BaseConnection session) throws IOException, SQLException {
    Map<Long, EmptyLeaf> empty =
        options.exchangeEmpty ? EmptyLeaf.of(session, target.oid()) : Map.of();
    List<Partition> parts = new ArrayList<>();
    for (Leaf leaf : partitions.leaves()) {
      EmptyLeaf found = empty.get(leaf.oid());
      if (found == null) {
        parts.add(Partition.existing(leaf.name(), leaf.oid()));
      } else {
        parts.add(found.partition());
        found.obstacle().ifPresent(why -> obstacles.put(leaf.number(), why));
      }
    }
    return parts;
  }

  @Override
  public void divide(Job job, ExportPlan draft, ExportSource source, BaseConnection session)
      throws IOException, SQLException {
    if (options.unsorted) {
      ExportRequest.super.divide(job, draft, source, session);
      return;
    }
    List<LoadColumn> columns =
        draft.columns().stream()
            .map(c -> new LoadColumn(c.name(), c.binary().get(), c.type().equals("bpchar")))
            .toList();
    SortOrder order = SortOrder.of(options.sortBy, columns, target.oid(), session);
    List<Piece> files = source.files();
    LoadPlan plan =
        new LoadPlan(
            files.stream().map(Piece::file).toList(),
            columns,
            draft.format(),
            draft.headerLines(),
            DateOrder.of(Sql.value(session, "SHOW DateStyle")),
            order.columns(),
            order.uniqueColumns(),
            new PartitionRouter(partitions),
            WriterShares.of(List.of(), partitions.leaves().size(), 1, false),
            draft.rejectLimit());
    List<Piece> cut = files.stream().filter(f -> source.canCut(f, draft.format())).toList();
    List<Piece> whole = files.stream().filter(f -> !cut.contains(f)).toList();
    long sampleBegins = System.nanoTime();
    Sampler sample = Sampler.read(plan, partitions, cut, whole, conf);
    long sampleMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sampleBegins);
    WriterShares writers =
        WriterShares.of(
            sample.rows(),
            partitions.leaves().size(),
            options.writerCount(),
            draft.partitions().stream().noneMatch(Partition::isExchanged));
    DecisionLocks.require(
        session, target.oid(), draft.partitions(), tables(writers, draft.partitions().size()));
    text = new PlanText(options, draft, partitions, order, sample, writers, files);
    out.print(text.before());
    List<Share> shares = source.shares(draft);
    summary = tasks -> summary(tasks, shares.size(), sample, sampleMillis, writers);
    plan.withWriters(writers).addTo(job, shares, PostgresReducer.class);
    if (options.prove) {
      PartitionProof.read(session, target.oid(), columns).addTo(job.getConfiguration());
    }
  }

  /** Returns how many tables the writers may stage. */
  private static int tables(WriterShares writers, int count) {
    int tables = 0;
    for (int partition = 0; partition < count; partition++) {
      tables += writers.writersOf(partition);
    }
    return tables;
  }

  private LoadReport summary(
      List<Task> tasks, int mappers, Sampler sample, long sampleMillis, WriterShares writers) {
    return LoadReport.of(
        mappers,
        new LoadReport.Sample(
            new SampleSize(options.writerCount(), options.overload, options.confidence).rows(),
            sample.rows().size(),
            sample.bytes(),
            sampleMillis,
            sample.places().bounded()),
        writers.estimateWriters(sample.rows(), sample.places(), options.confidence),
        partitions.leaves().stream().map(Leaf::name).toList(),
        WriterShares.estimatePartitions(
            sample.rows(), sample.places(), partitions.leaves().size(), options.confidence),
        tasks);
  }

  /** Prints what came true of the plan, and writes the report for programs, if one is wanted. */
  void report(Exported exported) throws IOException {
    if (text != null) {
      out.print(text.after(exported.tasks()));
      writeSummary(exported.tasks());
    }
    long rejected = exported.tasks().stream().mapToLong(Task::rejected).sum();
    if (rejected > 0) {
      out.printf(
          "Rejected %,d rows: they are in %s/load-%d-*.tsv%n",
          rejected, rejects(), exported.number());
    }
  }

  private void writeSummary(List<Task> tasks) {
    String file = conf.get(LoadReport.FILE);
    if (file == null) {
      return;
    }
    try {
      summary.apply(tasks).write(java.nio.file.Path.of(file));
    } catch (IOException e) { // the rows are in the target
      out.println("the report %s cannot be written: %s".formatted(file, e.getMessage()));
    }
  }
}
