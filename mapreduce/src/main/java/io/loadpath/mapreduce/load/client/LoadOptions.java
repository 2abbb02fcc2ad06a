package io.loadpath.mapreduce.load.client;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of a load. */
@Command(
    name = "load",
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis =
        "hadoop jar loadpath-mapreduce-*.jar load [generic options] --table FILE --to URL --into TABLE INPUT...",
    description = {
      "",
      "Loads files into a table of PostgreSQL: all rows or, if anything fails, none. The cluster converts the rows and sorts them, so that each partition of the table is written in bulk. The files are text as described, or ORC, Parquet or Avro.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  hadoop jar loadpath-mapreduce-*.jar load --table sales.yaml --to jdbc:postgresql://HOST/DB --into shop.sales 'hdfs:///sales/*.csv.gz'",
      "",
      "Exit codes: 0 all rows are in the table; 1 the load failed, and none is; 2 wrong usage."
    })
final class LoadOptions {
  /** The beginning of {@code --to} for files. */
  static final String FILES = "files:";

  /** The beginning of {@code --to} for a database. */
  static final String POSTGRES = "jdbc:postgresql:";

  private static final long MAPPER_BYTES = 128 << 20;

  @Option(
      names = "--table",
      paramLabel = "FILE",
      description = "The description of the files: columns, delimiter, quotes, header.")
  String table;

  @Option(
      names = "--to",
      paramLabel = "URL",
      required = true,
      description =
          "The database, jdbc:postgresql://HOST/DB; or files:DIR, a new folder of Hadoop for sorted files and the scripts that load them.")
  String to;

  @Option(
      names = "--into",
      paramLabel = "TABLE",
      description =
          "The target, [SCHEMA.]TABLE as in the catalog. Needed unless a file describes it.")
  String into;

  @Option(
      names = "--target",
      paramLabel = "FILE|URL",
      description =
          "For files:DIR, the file that describes the target's columns and partitions, for PostgreSQL or Oracle; or the database whose catalog has them, jdbc:postgresql://HOST/DB.")
  String target;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description =
          "For files:DIR, text, gzip, or binary (PostgreSQL's COPY). Default: ${DEFAULT-VALUE}.")
  String format;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description = "The database's user. Default: your account's name.")
  String user;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "A file of Hadoop's with the password. Default: the environment's PGPASSWORD.")
  String passwordFile;

  @Option(
      names = "--sort-by",
      paramLabel = "COLUMN",
      split = ",",
      description =
          "The order of rows within a partition. Default: the primary key; without one, the order of the files.")
  List<String> sortBy;

  @Option(
      names = "--unsorted",
      description =
          "Sorts nothing: mappers copy into the table, and the server finds the partition of each row.")
  boolean unsorted;

  @Option(
      names = "--exchange-empty",
      description =
          "Drops each empty partition that gets rows, and attaches a new table in its place. This costs the server the least CPU.")
  boolean exchangeEmpty;

  @Option(names = "--plan", description = "Prints the plan, and changes nothing.")
  boolean plan;

  @Option(
      names = "--reject-limit",
      paramLabel = "ROWS",
      defaultValue = "0",
      description = "Most rows that may be left out. Default: ${DEFAULT-VALUE}.")
  long rejectLimit;

  @Option(
      names = "--rejects",
      paramLabel = "DIR",
      description =
          "The folder for files with the rows that are left out. Default: loadpath-rejects in your home on the cluster.")
  String rejects;

  @Option(
      names = "--load-id",
      paramLabel = "NAME",
      description = "A name of the load: loads of the same name bring their rows once.")
  String loadId;

  @Option(names = "--again", description = "Loads the files, or the named load, a second time.")
  boolean again;

  @Option(
      names = "--recover-only",
      description = "Only finishes or undoes dead loads into the target; needs no files.")
  boolean recoverOnly;

  @Option(
      names = "--mappers",
      paramLabel = "N",
      description =
          "Most mappers. Default: one for 128 MiB, and at least one for each writer; with --unsorted, as many as --writers says, because each has a session.")
  int mappers;

  @Option(
      names = "--writers",
      paramLabel = "N",
      defaultValue = "4",
      description = "Reducers, each with a session of the database. Default: ${DEFAULT-VALUE}.")
  int writers;

  @Option(
      names = "--max-sessions",
      paramLabel = "N",
      description = "Most sessions of the database at a time, one of them for the client.")
  int maxSessions;

  @Option(
      names = "--overload",
      paramLabel = "PART",
      defaultValue = "0.05",
      description =
          "A writer's maximum excess over its ideal share; it determines the sample's size. Default: ${DEFAULT-VALUE}.")
  double overload;

  @Option(
      names = "--confidence",
      paramLabel = "PART",
      defaultValue = "0.95",
      description = "The probability that no writer has more. Default: ${DEFAULT-VALUE}.")
  double confidence;

  @Option(
      names = "--prove",
      description =
          "Before the commit, the server adds up a hash of each row of each partition. The load fails if a sum is not that of the mappers.")
  boolean prove;

  @Option(
      names = "--analyze",
      description =
          "Ends with ANALYZE of the target and its partitions, which reads a sample of each.")
  boolean analyze;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  boolean help;

  @Parameters(
      paramLabel = "INPUT",
      arity = "0..*",
      description = "Files, folders or globs of Hadoop.")
  List<String> inputs;

  boolean toFiles() {
    return to.startsWith(FILES);
  }

  /** Returns the database's URL; null if none is needed. */
  String database() {
    String url = toFiles() ? target : to;
    return url != null && url.startsWith(POSTGRES) ? url : null;
  }

  /**
   * Returns the number of mappers of a sorted load.
   *
   * @param bytes of all files
   */
  int mapperCount(long bytes) {
    return mappers > 0 ? mappers : (int) Math.max(writers, bytes / MAPPER_BYTES);
  }

  /** Returns the number of writers, at most one session fewer than allowed. */
  int writerCount() {
    return taskSessions(writers);
  }

  /** Returns the number of tasks that may have a session at a time; one is for the client. */
  int taskSessions(int tasks) {
    return maxSessions == 0 ? tasks : Math.min(tasks, maxSessions - 1);
  }

  /** Returns the schema of the target; null for that of the search path. */
  String schema() {
    int dot = into.indexOf('.');
    return dot < 0 ? null : into.substring(0, dot);
  }

  /** Returns the target's name without its schema. */
  String name() {
    return into.substring(into.indexOf('.') + 1);
  }
}
