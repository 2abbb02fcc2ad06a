package io.loadpath.mapreduce.load.client;

import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.Settings;
import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.ExportJob;
import io.loadpath.loads.exports.TargetTable;
import io.loadpath.tables.Table;
import io.loadpath.tables.yaml.InvalidFileException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Tool;
import org.postgresql.core.BaseConnection;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The program {@code load}: loads described files into a table of PostgreSQL. */
public final class LoadJob extends Configured implements Tool {
  /** The program's name. */
  public static final String NAME = "load";

  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;
  private static final List<String> FORMATS = List.of("text", "gzip", "binary");

  private final PrintStream out;
  private final PrintStream err;

  public LoadJob(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public int run(String[] arguments) {
    LoadOptions options = new LoadOptions();
    CommandLine commandLine = new CommandLine(options);
    try {
      commandLine.parseArgs(arguments);
      if (commandLine.isUsageHelpRequested()) {
        commandLine.usage(new PrintWriter(out, true));
        return 0;
      }
      requireUsable(commandLine, options);
    } catch (ParameterException e) {
      err.println(e.getMessage());
      err.println("'hadoop jar loadpath-mapreduce-*.jar load --help' shows the options");
      return WRONG_USAGE;
    }
    try {
      load(options);
      return 0;
    } catch (IOException | IllegalArgumentException | InvalidFileException e) {
      err.println(e.getMessage());
      return FAILED;
    }
  }

  private static void requireUsable(CommandLine line, LoadOptions options) {
    require(
        line,
        options.toFiles() || options.to.startsWith(LoadOptions.POSTGRES),
        "--to: %s begins with neither %s nor %s",
        options.to,
        LoadOptions.POSTGRES,
        LoadOptions.FILES);
    require(line, options.recoverOnly || options.table != null, "--table is missing");
    require(line, options.recoverOnly || options.inputs != null, "INPUT is missing");
    require(line, options.database() == null || options.into != null, "--into is missing");
    require(
        line, !options.toFiles() || options.target != null, "--to %s needs --target", options.to);
    require(
        line, options.toFiles() || options.target == null, "--target is only for --to files:DIR");
    require(
        line,
        FORMATS.contains(options.format),
        "--format: %s is not one of %s",
        options.format,
        String.join(", ", FORMATS));
    require(
        line,
        !options.toFiles() || !options.unsorted && !options.exchangeEmpty && options.loadId == null,
        "--to files:DIR excludes --unsorted, --exchange-empty and --load-id: leave them out");
    require(line, options.loadId == null || !options.loadId.isBlank(), "--load-id is empty");
    require(line, options.writers >= 1, "--writers: %d is not at least 1", options.writers);
    require(line, options.mappers >= 0, "--mappers: %d is not at least 1", options.mappers);
    require(
        line,
        options.maxSessions == 0 || options.maxSessions >= 2,
        "--max-sessions: %d is not at least 2",
        options.maxSessions);
    require(
        line, options.rejectLimit >= 0, "--reject-limit: %d is not 0 or more", options.rejectLimit);
    require(line, options.overload > 0, "--overload: %s is not more than 0", options.overload);
    require(
        line,
        options.confidence > 0 && options.confidence < 1,
        "--confidence: %s is not between 0 and 1",
        options.confidence);
    require(
        line,
        !options.unsorted || options.sortBy == null,
        "--unsorted and --sort-by exclude each other: leave one out");
    require(
        line,
        !options.unsorted || !options.exchangeEmpty,
        "--unsorted and --exchange-empty exclude each other: leave one out");
    require(
        line,
        !options.unsorted || !options.prove,
        "--unsorted and --prove exclude each other: leave one out");
  }

  private static void require(CommandLine line, boolean holds, String problem, Object... values) {
    if (!holds) {
      throw new ParameterException(line, problem.formatted(values));
    }
  }

  private void load(LoadOptions options) throws IOException {
    Configuration conf = getConf();
    conf.setLong(Settings.EXPORT_REJECT_LIMIT, options.rejectLimit);
    conf.setBoolean(Settings.EXPORT_AGAIN, options.again);
    conf.setBoolean(Settings.EXPORT_RECOVER_ONLY, options.recoverOnly);
    if (options.loadId != null) {
      conf.set(Settings.EXPORT_ID, options.loadId);
    }
    Table table = options.recoverOnly ? null : Table.read(java.nio.file.Path.of(options.table));
    PostgresSession sessions =
        options.database() == null
            ? null
            : PostgresSession.of(options.database(), options.user, password(options), null, conf);
    if (options.toFiles()) {
      new FolderLoad(options, table, conf, out).run(sessions);
      return;
    }
    LoadRequest request = new LoadRequest(options, table, conf, out);
    ExportJob job = new ExportJob(request, sessions);
    if (options.plan) {
      job.plan();
      return;
    }
    job.run();
    if (options.analyze && !options.recoverOnly) {
      analyze(options, sessions);
    }
  }

  /** The rows are in the target: a failure here is not one of the load. */
  private void analyze(LoadOptions options, PostgresSession sessions) {
    try (BaseConnection session = sessions.connectClient("loadpath analyze")) {
      Sql.run(
          session, "ANALYZE " + TargetTable.of(session, options.schema(), options.name()).forSql());
    } catch (IOException | SQLException e) {
      err.println("The rows are loaded, but ANALYZE failed: " + e.getMessage());
    }
  }

  private String password(LoadOptions options) throws IOException {
    if (options.passwordFile == null) {
      return System.getenv("PGPASSWORD");
    }
    Path file = new Path(options.passwordFile);
    try (FSDataInputStream in = file.getFileSystem(getConf()).open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }
}
