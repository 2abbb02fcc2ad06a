package io.loadpath.sqoop;

import io.loadpath.loads.Settings;
import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.ExportColumn;
import io.loadpath.loads.exports.ExportNames;
import io.loadpath.loads.exports.ExportPlan;
import io.loadpath.loads.exports.ExportPlan.Way;
import io.loadpath.loads.exports.ExportRequest;
import io.loadpath.loads.exports.TargetTable;
import io.loadpath.rows.TextFormat;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.sqoop.SqoopOptions;
import org.postgresql.core.BaseConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An export as Sqoop's options and the connector's settings ask for it. */
final class ExportOptions implements ExportRequest {
  private static final Logger LOG = LoggerFactory.getLogger(ExportOptions.class);
  private static final String ALLOW_INSERT = "AllowInsert"; // the enum has an old name
  private static final String AUTO = "auto";
  private static final int DEFAULT_MAPPERS = 4;
  private static final String DEFAULT_NULL = "null";

  /** Types without '=', or whose '=' compares only a part of a value. */
  private static final Set<String> NO_KEYS = Set.of("json", "xml", "point", "polygon", "box");

  private final SqoopOptions options;
  private final Configuration conf;
  private final String schema;

  /**
   * @param schema of the target; null for the first one of the session's search path
   * @throws IOException that names an option that the connector does not support, or a number that
   *     is none
   */
  ExportOptions(SqoopOptions options, String schema) throws IOException {
    this.options = options;
    this.conf = options.getConf();
    this.schema = schema;
    requireSupported();
  }

  @Override
  public Configuration configuration() {
    return conf;
  }

  @Override
  public String schema() {
    return schema;
  }

  @Override
  public String table() {
    return options.getTableName();
  }

  @Override
  public String jobName() {
    return options.getMapreduceJobName();
  }

  @Override
  public Path files() {
    return new Path(options.getExportDir());
  }

  private void requireSupported() throws IOException {
    rejectLimit(conf);
    headerLines(conf);
    refuse(options.getStagingTableName() != null, "--staging-table: each task has its own");
    refuse(options.isValidationEnabled(), "--validate: rows are counted before they are committed");
    refuse(options.getHCatTableName() != null, "--hcatalog-table: only files of text are exported");
  }

  private static void refuse(boolean used, String optionAndReason) throws IOException {
    if (used) {
      throw new IOException("leave out " + optionAndReason);
    }
  }

  @Override
  public ExportPlan plan(ExportNames names, TargetTable target, BaseConnection session)
      throws IOException, SQLException {
    int mappers = options.getNumMappers() < 1 ? DEFAULT_MAPPERS : options.getNumMappers();
    Way way = way(mappers, target, session);
    List<ExportColumn> columns = target.filled(options.getColumns());
    if (conf.getBoolean(Settings.EXPORT_HEX_BYTES, false)) {
      columns = columns.stream().map(ExportColumn::withHexBytes).toList();
    }
    for (ExportColumn column : columns) {
      if (column.binary().isEmpty()) {
        LOG.info(
            "Sends text, not binary: only the server can read the type {} of column {}",
            column.shownType(),
            column.name());
      }
    }
    return new ExportPlan(
        names,
        columns,
        format(),
        headerLines(conf),
        mappers,
        way,
        way == Way.UPDATE ? keys(columns, target) : List.of(),
        options.getUpdateMode().name().equals(ALLOW_INSERT),
        rejectLimit(conf),
        List.of(),
        Sql.value(session, "SHOW TimeZone"));
  }

  private static long rejectLimit(Configuration conf) throws IOException {
    return number(conf, Settings.EXPORT_REJECT_LIMIT, Long.MAX_VALUE);
  }

  private static int headerLines(Configuration conf) throws IOException {
    return (int) number(conf, Settings.EXPORT_SKIP_HEADER_LINES, Integer.MAX_VALUE);
  }

  private static long number(Configuration conf, String key, long most) throws IOException {
    String word = conf.getTrimmed(key, "0");
    try {
      long number = Long.parseLong(word);
      if (number >= 0 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // the same message
    }
    throw new IOException("%s=%s is not a whole number from 0 to %d".formatted(key, word, most));
  }

  private TextFormat format() throws IOException {
    try {
      return TextFormat.sqoop(
          options.getInputFieldDelim(),
          options.getInputRecordDelim(),
          options.getInputEscapedBy(),
          options.getInputEnclosedBy(),
          nullMarker(options.getInNullStringValue()),
          nullMarker(options.getInNullNonStringValue()));
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static String nullMarker(String literal) {
    return literal == null ? DEFAULT_NULL : JavaLiteral.value(literal);
  }

  private List<String> keys(List<ExportColumn> columns, TargetTable target) throws IOException {
    List<String> keys = new ArrayList<>();
    for (String word : options.getUpdateKeyCol().split(",")) {
      String key = word.strip();
      ExportColumn column =
          columns.stream().filter(c -> c.name().equals(key)).findFirst().orElse(null);
      if (column == null) {
        throw new IOException(
            target.columns().containsKey(key)
                ? "--update-key names %s, which --columns lacks".formatted(key)
                : target.missing("--update-key", key));
      }
      if (NO_KEYS.contains(column.type())) {
        throw new IOException(
            "--update-key names %s, whose type %s cannot be compared"
                .formatted(key, column.shownType()));
      }
      keys.add(key);
    }
    return keys;
  }

  private Way way(int mappers, TargetTable target, BaseConnection session)
      throws IOException, SQLException {
    String word = conf.getTrimmed(Settings.EXPORT_COMMIT, AUTO);
    String setting = "%s=%s".formatted(Settings.EXPORT_COMMIT, word);
    if (options.getUpdateKeyCol() != null) {
      if (!word.equals(AUTO)) {
        throw new IOException(
            "%s and --update-key exclude each other: leave one out".formatted(setting));
      }
      return logged(target, Way.UPDATE, "--update-key");
    }
    if (word.equals(Way.INSERT.toString())) {
      return logged(target, Way.INSERT, setting);
    }
    if (!word.equals(AUTO) && !word.equals(Way.TWO_PHASE.toString())) {
      throw new IOException("%s is not one of auto, two-phase, insert".formatted(setting));
    }
    String obstacle = twoPhaseObstacle(mappers, target, session);
    if (!obstacle.isEmpty() && !word.equals(AUTO)) {
      throw new IOException("%s: %s".formatted(setting, obstacle));
    }
    return obstacle.isEmpty()
        ? logged(
            target,
            Way.TWO_PHASE,
            word.equals(AUTO) ? "max_prepared_transactions has room" : setting)
        : logged(target, Way.INSERT, obstacle);
  }

  private static Way logged(TargetTable target, Way way, String reason) {
    LOG.info("Exports into {} by {}: {}", target.name(), way, reason);
    return way;
  }

  /** The reason why transactions cannot be prepared, or "". */
  private static String twoPhaseObstacle(int mappers, TargetTable target, BaseConnection session)
      throws SQLException {
    List<String[]> unfit =
        Sql.rows(
            session,
            """
            WITH part AS (SELECT oid, relkind, relpersistence FROM pg_class
              WHERE oid = to_regclass(?) OR oid IN (SELECT relid FROM pg_partition_tree(to_regclass(?))))
            SELECT 1, oid::regclass || CASE relpersistence
              WHEN 'p' THEN ' is a foreign table, over which the server prepares no transaction'
              WHEN 'u' THEN ' is unlogged: a crash empties it and keeps prepared transactions'
              ELSE ' is a temporary table, over which the server prepares no transaction' END
            FROM part WHERE relkind = 'f' OR relkind = 'r' AND relpersistence <> 'p'
            UNION ALL
            SELECT 2, indrelid::regclass || ' has the unique index ' || indexrelid::regclass
              || ', where rows of a prepared attempt that died would stop the next one'
            FROM pg_index JOIN part ON oid = indrelid WHERE indisunique OR indisexclusion
            ORDER BY 1, 2 LIMIT 1""",
            target.forSql(),
            target.forSql());
    if (!unfit.isEmpty()) {
      return unfit.get(0)[1];
    }
    int most = Integer.parseInt(Sql.value(session, "SHOW max_prepared_transactions"));
    int used = Integer.parseInt(Sql.value(session, "SELECT count(*) FROM pg_prepared_xacts"));
    return most - used >= mappers
        ? ""
        : "max_prepared_transactions=%d, of which %d are used, is too small for %d mappers"
            .formatted(most, used, mappers);
  }
}
