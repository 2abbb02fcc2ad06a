package io.loadpath.sqoop.imports;

import com.cloudera.sqoop.SqoopOptions;
import com.cloudera.sqoop.manager.ConnManager;
import com.cloudera.sqoop.manager.ImportJobContext;
import com.cloudera.sqoop.util.ImportException;
import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.ServerError;
import io.loadpath.loads.Share;
import io.loadpath.loads.Sql;
import io.loadpath.loads.TaskSetup;
import io.loadpath.loads.files.Compression;
import io.loadpath.sqoop.JavaLiteral;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapreduce.Job;
import org.apache.sqoop.config.ConfigurationHelper;
import org.apache.sqoop.io.CodecMap;
import org.apache.sqoop.mapreduce.ImportJobBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Imports a table or a query as text. Each mapper streams {@code COPY … TO STDOUT} into its file;
 * all of them read the snapshot that this job's session holds until they are done.
 */
@SuppressWarnings("deprecation") // Sqoop declares its methods with its classes' former names
public final class ImportJob extends ImportJobBase {
  private static final Logger LOG = LoggerFactory.getLogger(ImportJob.class);
  private static final String CONDITIONS = "$CONDITIONS";

  private final SqoopOptions options;
  private final ImportJobContext context;
  private final ConnManager manager;
  private final boolean replacesFiles;
  private final PostgresSession sessions;
  private ImportPlan plan;
  private List<Share> splits;

  /** Whether mappers name the parts that they read; otherwise the server finds them. */
  private boolean namesParts;

  /**
   * @param context whose manager is set
   * @param replacesFiles whether the target folder is deleted, once the server knows the table or
   *     the query
   */
  public ImportJob(ImportJobContext context, PostgresSession sessions, boolean replacesFiles) {
    super(
        context.getOptions(),
        TextOutputFormat.Writes.class,
        CopyReader.Input.class,
        TextOutputFormat.class,
        context);
    this.context = context;
    this.sessions = sessions;
    this.replacesFiles = replacesFiles;
    options = context.getOptions();
    manager = context.getConnManager();
  }

  /** Runs the job to its end. */
  public void run() throws IOException, ImportException {
    ImportOptions.withoutEffect(options)
        .forEach(name -> LOG.info("{} has no effect on COPY", name));
    if (options.getBoundaryQuery() != null && options.getSplitByCol() == null) {
      throw new ImportException(
          "--boundary-query needs --split-by: its values are bounds of that column");
    }
    requireCodec();
    String table = context.getTableName();
    try (Snapshot snapshot =
        Snapshot.take(
            sessions.connectClient("loadpath import"),
            table == null ? null : manager.escapeTableName(table))) {
      if (table == null) {
        planQuery(snapshot);
      } else {
        planTable(snapshot, table);
      }
      LOG.info(
          "A transaction stays open until the import ends: VACUUM keeps old rows, and TRUNCATE and ALTER TABLE wait");
      if (replacesFiles) {
        deleteTarget();
      }
      // the jar is set when the job is set up
      runImport(table, "", null, options.getConf());
    } catch (SQLException e) {
      throw new ImportException("import: " + ServerError.describe(e), e);
    }
  }

  /**
   * Returns Sqoop's name of the codec. Fails, before a file is deleted or written, if this Hadoop
   * lacks it.
   */
  private void requireCodec() throws ImportException {
    String name = options.getCompressionCodec();
    if (name == null) {
      return;
    }
    Configuration conf = options.getConf();
    try {
      options.setCompressionCodec(Compression.sqoopName(name));
      CompressionCodec codec = CodecMap.getCodec(options.getCompressionCodec(), conf);
      // a cluster's nodes may have libraries that the client lacks
      if (codec != null && TaskSetup.isLocal(conf)) {
        Compression.require(codec, conf);
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      throw new ImportException(
          "cannot compress with %s here (%s): use zstd, leave --compression-codec out for gzip, or use a Hadoop with the codec's library"
              .formatted(name, e.getMessage()),
          e);
    }
  }

  private void deleteTarget() throws IOException {
    Path target = context.getDestination();
    if (target.getFileSystem(options.getConf()).delete(target, true)) {
      LOG.info("Deleted {}", target);
    }
  }

  private void planTable(Snapshot snapshot, String table) throws SQLException, IOException {
    String name = manager.escapeTableName(table);
    String wanted =
        options.getColumns() == null
            ? "*"
            : String.join(", ", List.of(options.getColumns()).stream().map(Sql::quoted).toList());
    String alias = Sql.quoted(table);
    String where = options.getWhereClause();
    String all = new ImportQueries(wanted, name, alias, null, where, null).all();
    ImportColumns columns = ImportColumns.of(snapshot.session(), all);
    ImportQueries queries =
        new ImportQueries(columns.selected(), name, alias, null, where, snapshot.lockedTable());
    if (mappers() == 1 && options.getBoundaryQuery() == null) {
      splits = queries.whole();
    } else if (options.getSplitByCol() != null) {
      splits = byColumn(snapshot, queries, manager.escapeColName(options.getSplitByCol()));
    } else {
      splits = byBlocks(snapshot, queries);
    }
    plan(snapshot, table, columns);
  }

  private List<Share> byBlocks(Snapshot snapshot, ImportQueries queries) throws SQLException {
    PostgresSession.useOwnPath(snapshot.session());
    TableParts parts = TableParts.of(snapshot.session(), snapshot.oid());
    boolean mayReadBlocks = TableParts.mayReadBlocks(snapshot.session(), snapshot.oid());
    PostgresSession.useUsersPath(snapshot.session());
    String obstacle = null;
    if (parts.parts().isEmpty()) {
      obstacle = "it is not a table";
    } else if (parts.parts().size() == 1 && !parts.allHaveBlocks()) {
      obstacle = "it is a foreign table, or not stored in PostgreSQL's own blocks";
    } else if (!parts.readable() && !parts.allHaveBlocks()) {
      obstacle = "a part of it is a foreign table, which this role cannot read by itself";
    } else if (!mayReadBlocks) {
      obstacle = "this role has rights only on single columns";
    }
    if (obstacle != null) {
      LOG.warn(
          "{} cannot be divided by its blocks, because {}: one mapper reads it. For more mappers, name a column in --split-by",
          queries.table(),
          obstacle);
      return queries.whole();
    }
    if (!TableParts.readsRanges(snapshot.session(), queries.table())) {
      LOG.warn(
          "This server does not find a range of blocks without reading the others (PostgreSQL does since version 14,"
              + " unless enable_tidscan is off): each mapper reads the whole of {}",
          queries.table());
    }
    if (!parts.readable()) {
      LOG.info("Reading the {} parts of {} through it", parts.parts().size(), queries.table());
      return queries.acrossParts(parts, mappers());
    }
    namesParts = options.getWhereClause() == null; // a condition may read other tables
    return queries.ofParts(parts.parts(), mappers());
  }

  private void planQuery(Snapshot snapshot) throws SQLException, IOException, ImportException {
    String query = options.getSqlQuery().strip().replaceFirst(";$", "");
    if (!query.contains(CONDITIONS)) {
      throw new ImportException(
          "the query has no "
              + CONDITIONS
              + " in its WHERE clause, for each mapper's condition: "
              + query);
    }
    // with a condition that is never true, partitions would stay unlocked
    ImportColumns columns =
        ImportColumns.of(snapshot.session(), query.replace(CONDITIONS, "(1 = 1)"));
    ImportQueries queries = new ImportQueries(null, null, null, query, null, null);
    if (columns.hasBoolean()) {
      ImportColumns numbered = columns.numbered();
      queries =
          new ImportQueries(
              numbered.selected(), null, "import (" + numbered.list() + ")", query, null, null);
    }
    String column = options.getSplitByCol();
    splits =
        column == null || mappers() == 1 && options.getBoundaryQuery() == null
            ? queries.whole()
            : byColumn(snapshot, queries, column);
    plan(snapshot, null, columns);
  }

  private List<Share> byColumn(Snapshot snapshot, ImportQueries queries, String column)
      throws SQLException, IOException {
    String users = options.getBoundaryQuery();
    String query = users == null ? queries.bounds(column) : users;
    Configuration conf = new Configuration(options.getConf());
    if (options.getSplitLimit() != null) {
      ConfigurationHelper.setSplitLimit(conf, options.getSplitLimit());
    }
    try (Statement statement = snapshot.session().createStatement()) {
      statement.setEscapeProcessing(false);
      try (ResultSet bounds = statement.executeQuery(query)) {
        if (!bounds.next()) {
          throw new IOException("the boundary query returns no row: " + query);
        }
        return queries.withConditions(
            ColumnRanges.of(bounds, column, conf, mappers(), users == null));
      }
    }
  }

  private int mappers() {
    return options.getNumMappers() < 1 ? SqoopOptions.DEFAULT_NUM_MAPPERS : options.getNumMappers();
  }

  private void plan(Snapshot snapshot, String table, ImportColumns columns) throws SQLException {
    TextLayout layout =
        new TextLayout(
            options.getOutputFieldDelim(),
            options.getOutputRecordDelim(),
            options.getOutputEnclosedBy(),
            options.getOutputEscapedBy(),
            options.isOutputEncloseRequired(),
            nullMarkers(table, columns));
    plan =
        new ImportPlan(
            layout,
            snapshot.name(),
            snapshot.transaction(),
            namesParts || splits.size() == 1 ? "" : tables(snapshot),
            Sql.value(snapshot.session(), "SELECT pg_catalog.current_setting('TimeZone')"),
            splits.size() > 1);
    // Sqoop's own session is done, and would be idle during the job
    manager.discardConnection(true);
    LOG.info("Mappers read snapshot {}, one for each of {} shares", snapshot.name(), splits.size());
  }

  private static String tables(Snapshot snapshot) throws SQLException {
    PostgresSession.useOwnPath(snapshot.session());
    String tables = TableParts.locked(snapshot.session());
    PostgresSession.useUsersPath(snapshot.session());
    return tables;
  }

  private String[] nullMarkers(String table, ImportColumns columns) {
    // Sqoop writes null if the user names no marker
    String text = JavaLiteral.value(String.valueOf(options.getNullStringValue()));
    String other = JavaLiteral.value(String.valueOf(options.getNullNonStringValue()));
    Properties mapped = options.getMapColumnJava();
    String[] markers = new String[columns.names().size()];
    for (int i = 0; i < markers.length; i++) {
      String name = columns.names().get(i);
      String type = manager.toJavaType(table, name, columns.types().get(i));
      // a type without a class of Sqoop's is text to it
      boolean isText =
          type == null || type.equals("String") || mapped != null && mapped.containsKey(name);
      markers[i] = isText ? text : other;
    }
    return markers;
  }

  @Override
  protected void loadJars(Configuration conf, String ormJarFile, String tableClassName) {
    // the task uses the classes of this class's loader
  }

  @Override
  protected void cacheJars(Job job, ConnManager manager) {
    // done by jobSetup: tasks need no class of Sqoop's
  }

  @Override
  protected void configureInputFormat(Job job, String table, String tableClass, String splitBy)
      throws IOException {
    job.setInputFormatClass(CopyReader.Input.class);
    sessions.addTo(job);
    plan.addTo(job.getConfiguration());
    Share.store(job.getConfiguration(), splits);
  }

  @Override
  protected void configureMapper(Job job, String table, String tableClass) {
    job.setMapperClass(TextOutputFormat.Writes.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(CopyText.class);
    TaskSetup.speculateIfAsked(job);
  }

  @Override
  protected void jobSetup(Job job) {
    job.getConfiguration().unset("mapreduce.job.jar");
    TaskSetup.addJars(job);
  }
}
