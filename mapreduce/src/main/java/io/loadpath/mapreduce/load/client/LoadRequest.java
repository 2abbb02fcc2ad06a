package io.loadpath.mapreduce.load.client;

import io.loadpath.loads.Share;
import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.CommitMethod;
import io.loadpath.loads.exports.DecisionLocks;
import io.loadpath.loads.exports.EmptyLeaf;
import io.loadpath.loads.exports.ExportColumn;
import io.loadpath.loads.exports.ExportJob.Exported;
import io.loadpath.loads.exports.ExportNames;
import io.loadpath.loads.exports.ExportPlan;
import io.loadpath.loads.exports.ExportPlan.Way;
import io.loadpath.loads.exports.ExportRequest;
import io.loadpath.loads.exports.ExportSource;
import io.loadpath.loads.exports.LeafRows;
import io.loadpath.loads.exports.Ledger.Task;
import io.loadpath.loads.exports.Partition;
import io.loadpath.loads.exports.PastLoad;
import io.loadpath.loads.exports.TargetTable;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.mapreduce.columnar.FileColumn;
import io.loadpath.mapreduce.load.LoadColumn;
import io.loadpath.mapreduce.load.LoadPlan;
import io.loadpath.mapreduce.load.PartitionProof;
import io.loadpath.mapreduce.load.PostgresReducer;
import io.loadpath.mapreduce.load.partitions.PartitionCatalog;
import io.loadpath.mapreduce.load.partitions.PartitionDdl;
import io.loadpath.mapreduce.load.partitions.PartitionRouter;
import io.loadpath.mapreduce.load.partitions.TargetPartitions;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Leaf;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Storage;
import io.loadpath.mapreduce.load.sample.SampleSize;
import io.loadpath.mapreduce.load.sample.Sampler;
import io.loadpath.mapreduce.load.sample.WriterShares;
import io.loadpath.rows.Column;
import io.loadpath.rows.ColumnType;
import io.loadpath.rows.DateOrder;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.postgresql.core.BaseConnection;

/** A load as its command line asks for it. */
final class LoadRequest implements ExportRequest {
  /** Shares for each session if the sample has no bound, because small shares even out. */
  private static final int SHARES_OF_A_SESSION = 3;

  private static final double NANOS = 1e9;
  private static final double MILLIS = 1e3;

  private final LoadOptions options;
  private final Table table;
  private final Configuration conf;
  private final PrintStream out;
  private TargetTable target;
  private TargetPartitions partitions;

  /** The reasons not to exchange partitions, by their number. */
  private final Map<Integer, String> obstacles = new TreeMap<>();

  private List<PastLoad> past;
  private PlanText text;
  private long begun;
  private int mapTasks;

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
  public String againOption() {
    return "--again";
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
      if (options.prove) {
        requireBinary(columns, "leave out --prove");
      }
      if (options.exchangeEmpty) {
        target.requireAttachable(session);
      }
      LeafRows.requireSame(session, target, columns);
      partitions =
          PartitionCatalog.read(
              session, target.oid(), columns.stream().map(ExportColumn::name).toList());
      parts = parts(session);
    }
    past = PastLoad.of(session, names, way, conf); // the ledger is tidied after this
    List<FileColumn> read =
        columns.stream().map(c -> new FileColumn(c.name(), c.binary().orElse(null))).toList();
    RowForm form = RowForm.of(files().toArray(Path[]::new), table, read, conf);
    return new ExportPlan(
        names,
        columns,
        form.format(),
        form.headerLines(),
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

  private int mappers() {
    return options.mappers > 0 ? options.mappers : options.writers;
  }

  static void requireBinary(List<ExportColumn> columns, String remedy) throws IOException {
    for (ExportColumn column : columns) {
      if (column.binary().isEmpty()) {
        throw new IOException(
            "only the server can read the type %s of column %s: %s"
                .formatted(column.shownType(), column.name(), remedy));
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
    List<Piece> files = source.files();
    if (options.unsorted) {
      ExportRequest.super.divide(job, draft, source, session);
      mapTasks = source.shares(draft.format(), draft.mappers()).size();
      int sessions = options.taskSessions(mapTasks);
      limit(job, MRJobConfig.JOB_RUNNING_MAP_LIMIT, mapTasks, sessions);
      plan(draft, files, new SortOrder(List.of(), 0), null, source, sessions, session);
      return;
    }
    SortOrder order = SortOrder.of(options.sortBy, columns(draft), target.oid(), session);
    requireBinary(
        order.columns().stream().map(draft.columns()::get).toList(), "sort by other columns");
    LoadPlan plan = plan(draft, files, order, partitions, source, options.writerCount(), session);
    long bytes = files.stream().mapToLong(Piece::bytes).sum();
    List<Share> shares = source.shares(draft.format(), options.mapperCount(bytes));
    mapTasks = shares.size();
    plan.addTo(job, shares, PostgresReducer.class);
    if (options.prove) {
      PartitionProof.read(session, target.oid(), plan.columns()).addTo(job.getConfiguration());
    }
    limit(
        job, MRJobConfig.JOB_RUNNING_REDUCE_LIMIT, job.getNumReduceTasks(), options.writerCount());
  }

  /**
   * Limits the running tasks, because each has a session. A limit as large as their number would do
   * harm: Hadoop's master then releases a container for a second attempt if the first one has not
   * quite ended, and asks for no other.
   */
  private static void limit(Job job, String key, int tasks, int sessions) {
    if (tasks > sessions) {
      job.getConfiguration().setInt(key, sessions);
    }
  }

  /** The columns of the sorted way all have a binary form. */
  private static List<LoadColumn> columns(ExportPlan draft) {
    return draft.columns().stream().map(LoadRequest::column).toList();
  }

  static LoadColumn column(ExportColumn column) {
    return new LoadColumn(
        column.name(), column.binary().orElse(ColumnType.TEXT), column.type().equals("bpchar"));
  }

  /**
   * Samples the rows and prints the plan. A job without writers needs no sample.
   *
   * @param sorted the partitions that writers write; null if mappers copy into the target
   * @param sessions maximum number of tasks at a time, each with a session
   */
  private LoadPlan plan(
      ExportPlan draft,
      List<Piece> files,
      SortOrder order,
      TargetPartitions sorted,
      ExportSource source,
      int sessions,
      BaseConnection session)
      throws IOException, SQLException {
    TargetPartitions into = sorted == null ? theTarget() : sorted;
    int leaves = into.leaves().size();
    LoadPlan plan =
        new LoadPlan(
            files.stream().map(Piece::file).toList(),
            columns(draft),
            draft.format(),
            draft.headerLines(),
            DateOrder.of(Sql.value(session, "SHOW DateStyle")),
            order.columns(),
            order.uniqueColumns(),
            new PartitionRouter(into),
            WriterShares.of(List.of(), leaves, 1, false),
            draft.rejectLimit());
    boolean isSampled = sorted != null || options.plan;
    Sampler sample = isSampled ? sample(plan, into, draft, files, source, sessions) : null;
    int tasks =
        sorted == null
            ? mapTasks
            : sample.places().bounded() ? sessions : SHARES_OF_A_SESSION * sessions;
    WriterShares writers =
        sorted == null
            ? null
            : WriterShares.of(
                sample.rows(),
                leaves,
                tasks,
                draft.partitions().stream().noneMatch(Partition::isExchanged));
    List<String> sortBy = order.columns().stream().map(i -> draft.columns().get(i).name()).toList();
    List<Partition> filled = new ArrayList<>();
    int tables = sorted == null && draft.way() == Way.INSERT ? tasks : 0;
    for (Leaf leaf : into.leaves()) {
      if (sample == null || sample.partitions().get(leaf.number()).rows() > 0) {
        filled.add(
            sorted == null
                ? Partition.existing(leaf.name(), leaf.oid())
                : draft.partitions().get(leaf.number()));
        tables += sorted == null ? 0 : writers.writersOf(leaf.number());
      }
    }
    obstacles.keySet().removeIf(leaf -> sample.partitions().get(leaf).rows() == 0);
    text =
        new PlanText(
            options,
            table.columns(),
            draft,
            TargetFacts.of(session, target, sortBy, filled, tables, obstacles, past),
            order,
            files,
            sample,
            writers,
            tasks,
            sessions,
            sample == null ? List.of() : PartitionDdl.of(session, sample.missing()));
    out.print(text.before(options.plan));
    if (sorted != null && !options.plan) {
      DecisionLocks.require(session, target.oid(), filled, tables);
    }
    begun = System.nanoTime();
    return sorted == null ? plan : plan.withWriters(writers);
  }

  private Sampler sample(
      LoadPlan plan,
      TargetPartitions into,
      ExportPlan draft,
      List<Piece> files,
      ExportSource source,
      int sessions)
      throws IOException {
    List<Piece> cut = files.stream().filter(f -> source.canCut(f, draft.format())).toList();
    List<Piece> whole = files.stream().filter(f -> !cut.contains(f)).toList();
    SampleSize size = new SampleSize(Math.max(1, sessions), options.overload, options.confidence);
    return Sampler.read(plan, into, size, cut, whole, ZoneId.of(draft.timeZone()), conf);
  }

  private TargetPartitions theTarget() {
    Leaf leaf = new Leaf(0, target.oid(), target.schema(), target.name(), Storage.PERMANENT);
    return new TargetPartitions(leaf, List.of(leaf));
  }

  private LoadReport summary(Exported exported) {
    Sampler sample = text.sample();
    return LoadReport.of(
        mapTasks,
        new LoadReport.Sample(
            new SampleSize(text.tasks(), options.overload, options.confidence).rows(),
            sample.rowsRead(),
            sample.bytes(),
            Math.round(sample.seconds() * MILLIS),
            sample.places().bounded()),
        text.shares(),
        partitions.leaves().stream().map(Leaf::name).toList(),
        text.estimates(),
        exported);
  }

  /** Compares the outcome with the plan, and writes the report for programs if one is requested. */
  @Override
  public void arrived(Exported exported) throws IOException {
    if (text != null) {
      out.print(new PlanOutcome(text, exported).text((System.nanoTime() - begun) / NANOS));
      if (!options.unsorted) {
        writeSummary(exported);
      }
    }
    long rejected = exported.tasks().stream().mapToLong(Task::rejected).sum();
    if (rejected > 0) {
      out.printf(
          "Rejected %,d rows: they are in %s/%s*.tsv%n", rejected, rejects(), exported.rejects());
    }
  }

  private void writeSummary(Exported exported) {
    String file = conf.get(LoadReport.FILE);
    if (file == null) {
      return;
    }
    try {
      summary(exported).write(java.nio.file.Path.of(file));
    } catch (IOException e) { // the rows are in the target
      out.println("the report %s cannot be written: %s".formatted(file, e.getMessage()));
    }
  }
}
