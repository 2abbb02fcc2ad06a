package io.loadpath.mapreduce.q1;

import io.loadpath.loads.LostAttempts;
import io.loadpath.mapreduce.input.LineBlockInputFormat;
import io.loadpath.mapreduce.input.LineInputFormat;
import io.loadpath.mapreduce.input.TaskFailure;
import io.loadpath.mapreduce.q1.Q1Options.Aggregation;
import io.loadpath.mapreduce.q1.Q1Options.UsageException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.InvalidInputException;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;

/**
 * The pricing summary report, derived from TPC-H Q1: eight totals and averages per l_returnflag and
 * l_linestatus, over the rows of LINEITEM shipped by a date.
 *
 * <p>Input is dbgen's text, plain or compressed, in any file system that Hadoop reaches. The output
 * folder holds the sorted answer, one row per line with '|' between fields, and {@code _SUCCESS};
 * with several reducers, the sorted answer is the part files in order. {@value #COUNTS_FILE},
 * written last, holds the counts of a finished job as one JSON object: {@code jobs}, {@code tasks},
 * {@code shuffledBytes} and, for tasks in containers of a cluster, their {@code cpuMilliseconds}.
 * The keys are in {@link Q1Options}, the counters in {@link Q1Counter}.
 *
 * <pre>hadoop jar loadpath-mapreduce-*.jar q1 -D loadpath.q1.delta-days=112 /tpch/lineitem /q1
 * </pre>
 */
public final class Q1Job extends Configured implements Tool {
  /** The program's name on the command line. */
  public static final String NAME = "q1";

  /** The program for comparison: like a textbook's job, it reads one line per map call. */
  public static final String TEXTBOOK = "q1-textbook";

  static final String COUNTS_FILE = "_counts.json";

  private static final String USAGE =
      """
      Usage: hadoop jar loadpath-mapreduce-*.jar %1$s [-D key=value]... [--debug] <input>... <output>
      Sums LINEITEM by l_returnflag and l_linestatus (derived from TPC-H Q1).
        <input>   file, folder or glob of dbgen's text, any Hadoop URI; plain, .gz, .bz2, .zst
        <output>  a folder that does not exist yet
        --debug   print stack traces
      Keys (before the inputs):
        loadpath.q1.delta-days     sum rows with l_shipdate <= 1998-12-01 minus this many days;
                                   0 to 2556, default 90
      %2$s  loadpath.q1.reject-limit   maximum malformed rows that are left out, default 0; they are
                                   kept in <output>/_malformed-m-*
        mapreduce.job.reduces      part files of the answer, default 1
      Example:
        hadoop jar loadpath-mapreduce-*.jar %1$s -D loadpath.q1.delta-days=112 \\
            'hdfs:///tpch/lineitem/part-*' hdfs:///tpch/q1
      Counts of jobs, tasks and shuffled bytes are in <output>/_counts.json.
      Exit code: 0 done, 1 failed, 2 wrong usage.
      """;

  private static final String AGGREGATION_USAGE =
      """
        loadpath.q1.aggregation    combiner (default), in-mapper or none: where a map task's rows
                                   are summed
      """;

  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;
  private static final int SHOWN_FAILURES = 5;

  private final String name;
  private final PrintStream out;
  private final PrintStream err;
  private Job job;

  /** One of the two programs. */
  public Q1Job(String name, PrintStream out, PrintStream err) {
    this.name = name;
    this.out = out;
    this.err = err;
  }

  private boolean isTextbook() {
    return name.equals(TEXTBOOK);
  }

  private void configureMap(Job job, Q1Options options) {
    if (isTextbook()) {
      job.setInputFormatClass(LineInputFormat.class);
      job.setMapperClass(TextbookMapper.class);
      if (options.aggregation() == Aggregation.COMBINER) {
        job.setCombinerClass(TextbookMapper.Combiner.class);
      }
      return;
    }
    // One record per group and task needs little memory; clearing the default buffer of 100 MB
    // takes time.
    job.getConfiguration().setInt(MRJobConfig.IO_SORT_MB, 1);
    job.setInputFormatClass(LineBlockInputFormat.class);
    job.setMapperClass(Q1Mapper.class);
  }

  /** Runs the job; the result is the exit code. */
  @Override
  public int run(String[] args) {
    List<String> words = new ArrayList<>(List.of(args));
    if (words.contains("--help")) {
      out.print(USAGE.formatted(name, isTextbook() ? AGGREGATION_USAGE : ""));
      return OK;
    }
    boolean debug = words.remove("--debug");
    try {
      return submit(words);
    } catch (UsageException e) {
      complain(e.getMessage());
      err.println("Try '" + name + " --help'.");
      return WRONG_USAGE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      complain("interrupted");
      return FAILED;
    } catch (IOException | ClassNotFoundException | RuntimeException e) {
      complain(message(e));
      if (debug) {
        e.printStackTrace(err);
      }
      return FAILED;
    }
  }

  private void complain(String message) {
    err.println(name + ": " + message);
  }

  /** The counters of the last run; null if no job started. */
  Counters counters() throws IOException {
    return job == null ? null : job.getCounters();
  }

  private int submit(List<String> words)
      throws IOException, InterruptedException, ClassNotFoundException {
    List<Path> paths = paths(words);
    Path output = paths.get(paths.size() - 1);
    Job started = create(getConf(), paths.subList(0, paths.size() - 1), output);
    TaskJar.giveTo(started);
    boolean succeeded = started.waitForCompletion(true);
    job = started;
    FileSystem fileSystem = output.getFileSystem(job.getConfiguration());
    Collection<String> failures = TaskFailure.take(fileSystem, output);
    if (succeeded) {
      printSummary(output);
      writeCounts(fileSystem, output);
      return OK;
    }
    removeIfEmpty(fileSystem, output);
    printFailures(failures);
    return FAILED;
  }

  private static List<Path> paths(List<String> words) {
    if (words.size() < 2) {
      throw new UsageException("at least one input and an output folder are needed");
    }
    List<Path> paths = new ArrayList<>();
    for (String word : words) {
      if (word.startsWith("-")) {
        throw new UsageException("unknown option " + word + "; options come first");
      }
      try {
        paths.add(new Path(word));
      } catch (IllegalArgumentException e) {
        throw new UsageException("'" + word + "' is not a path: " + e.getMessage());
      }
    }
    return paths;
  }

  private Job create(Configuration userConf, List<Path> inputs, Path output) throws IOException {
    Q1Options options = Q1Options.from(userConf);
    if (!isTextbook() && userConf.get(Q1Options.AGGREGATION) != null) {
      throw new UsageException(
          "%s is a key of q1-textbook: leave it out, because q1 always sums in its mappers"
              .formatted(Q1Options.AGGREGATION));
    }
    Configuration conf = new Configuration(userConf);
    // Otherwise lost tasks and long lines would silently leave rows out of the answer.
    conf.setInt(MRJobConfig.MAP_FAILURES_MAX_PERCENT, 0);
    conf.setInt(MRJobConfig.REDUCE_FAILURES_MAXPERCENT, 0);
    conf.setInt(LineRecordReader.MAX_LINE_LENGTH, Integer.MAX_VALUE);
    // Version 2 moves a task's files into the output folder before the job succeeds.
    conf.setInt(FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, 1);

    Job job = Job.getInstance(conf);
    String aggregation = isTextbook() ? ", " + options.aggregation().word() : "";
    job.setJobName(
        "Loadpath %s, delta %d days%s".formatted(name, options.deltaDays(), aggregation));
    job.setJarByClass(Q1Job.class);
    if (job.getNumReduceTasks() < 1) {
      throw new UsageException("mapreduce.job.reduces=0: the answer needs at least one reducer");
    }
    configureMap(job, options);
    job.setPartitionerClass(Q1Partitioner.class);
    job.setReducerClass(Q1Reducer.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(Q1Totals.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    job.setOutputFormatClass(AnswerOutputFormat.class);
    for (Path input : inputs) {
      FileInputFormat.addInputPath(job, input);
    }
    FileOutputFormat.setOutputPath(job, output);
    return job;
  }

  private void printSummary(Path output) throws IOException {
    Counters counters = job.getCounters();
    out.printf(
        "%s: %d rows read, %d kept, %d malformed; the answer is in %s%n",
        name,
        counters.findCounter(Q1Counter.ROWS_READ).getValue(),
        counters.findCounter(Q1Counter.ROWS_KEPT).getValue(),
        counters.findCounter(Q1Counter.ROWS_MALFORMED).getValue(),
        output);
  }

  private void writeCounts(FileSystem fileSystem, Path output) throws IOException {
    Counters counters = job.getCounters();
    long reducers = job.getNumReduceTasks();
    // Every reducer fetches from every map task, and the local runner counts no tasks.
    long mappers = counters.findCounter(TaskCounter.SHUFFLED_MAPS).getValue() / reducers;
    long shuffledBytes = counters.findCounter(TaskCounter.REDUCE_SHUFFLE_BYTES).getValue();
    // 0 with the local runner, which does not count it
    long cpuMilliseconds = counters.findCounter(TaskCounter.CPU_MILLISECONDS).getValue();
    String cpu = cpuMilliseconds > 0 ? ", \"cpuMilliseconds\": " + cpuMilliseconds : "";
    String json = "{\"jobs\": 1, \"tasks\": %d, \"shuffledBytes\": %d%s%s}\n";
    try (FSDataOutputStream file = fileSystem.create(new Path(output, COUNTS_FILE), false)) {
      file.writeBytes(json.formatted(mappers + reducers, shuffledBytes, cpu, locality(counters)));
    }
  }

  /** Returns how many maps ran where their files are, on a cluster; empty with the local runner. */
  private static String locality(Counters counters) {
    long maps = counters.findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).getValue();
    long local = counters.findCounter(JobCounter.DATA_LOCAL_MAPS).getValue();
    return maps == 0
        ? ""
        : ", \"locality\": {\"maps\": %d, \"localMaps\": %d}".formatted(maps, local);
  }

  private void printFailures(Collection<String> failures) throws IOException, InterruptedException {
    failures.stream().limit(SHOWN_FAILURES).forEach(this::complain);
    if (failures.size() > SHOWN_FAILURES) {
      complain("and " + (failures.size() - SHOWN_FAILURES) + " more failures");
    }
    if (failures.isEmpty()) {
      LostAttempts.firstOf(job).ifPresent(this::complain);
    }
    String why = failures.isEmpty() ? ": " + job.getStatus().getFailureInfo() : "";
    complain("job " + job.getJobID() + " failed" + why);
  }

  /** Removes the empty output folder of a failed job: it would block the next run. */
  private static void removeIfEmpty(FileSystem fileSystem, Path output) {
    try {
      fileSystem.delete(output, false);
    } catch (IOException e) {
      // Not empty: it stays, and the next run reports that it exists.
    }
  }

  private static String message(Exception e) {
    if (e instanceof FileAlreadyExistsException) {
      return e.getMessage() + "; name another output, or remove it with 'hadoop fs -rm -r'";
    }
    if (e instanceof InvalidInputException) {
      return e.getMessage().replace("\n", "; ") + "; name existing files, folders or globs";
    }
    return e.getMessage() == null || e instanceof RuntimeException ? e.toString() : e.getMessage();
  }
}
