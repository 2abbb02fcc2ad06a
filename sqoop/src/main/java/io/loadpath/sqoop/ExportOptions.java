package io.loadpath.sqoop;

import io.loadpath.loads.Settings;
import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.CommitMethod;
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
  public List<Path> files() {
    return List.of(new Path(options.getExportDir()));
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
    List<ExportColumn> columns = target.filled("--columns", options.getColumns());
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
        "",
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
    if (options.getUpdateKeyCol() == null) {
      return CommitMethod.of(conf, mappers, target, session);
    }
    String word = conf.getTrimmed(Settings.EXPORT_COMMIT, CommitMethod.AUTO);
    if (!word.equals(CommitMethod.AUTO)) {
      throw new IOException(
          "%s=%s and --update-key exclude each other: leave one out"
              .formatted(Settings.EXPORT_COMMIT, word));
    }
    LOG.info("Exports into {} by {}: --update-key", target.name(), Way.UPDATE);
    return Way.UPDATE;
  }
}
