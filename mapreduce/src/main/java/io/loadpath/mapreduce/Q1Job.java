package io.loadpath.mapreduce;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.InvalidInputException;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.util.Tool;

/**
 * The pricing summary report, derived from TPC-H Q1: eight totals and averages per l_returnflag and
 * l_linestatus over the rows of LINEITEM shipped by a date.
 *
 * <p>Input is dbgen's text, plain or compressed, in any file system that Hadoop reaches. The output
 * folder holds the sorted answer, one row per line with '|' between fields, and {@code _SUCCESS};
 * with several reducers the part files one after the other are the sorted answer. The keys are in
 * {@link Q1Options}, the counters in {@link Q1Counter}, the two programs in {@link Q1Program}.
 *
 * <pre>hadoop jar loadpath-mapreduce-*.jar q1 -D loadpath.q1.delta-days=112 /tpch/lineitem /q1
 * </pre>
 */
public final class Q1Job extends Configured implements Tool {
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;
  private static final int SHOWN_FAILURES = 5;

  private final Q1Program program;
  private final PrintStream out;
  private final PrintStream err;
  private Job job;

  /** The program as a command that prints to {@code out} and {@code err}. */
  Q1Job(Q1Program program, PrintStream out, PrintStream err) {
    this.program = program;
    this.out = out;
    this.err = err;
  }

  /** Runs the job; the result is the exit code. */
  @Override
  public int run(String[] args) {
    List<String> words = new ArrayList<>(List.of(args));
    if (words.contains("--help")) {
      out.print(program.usage());
      return OK;
    }
    boolean debug = words.remove("--debug");
    try {
      return submit(words);
    } catch (UsageException e) {
      complain(e.getMessage());
      err.println("Try '" + program.programName() + " --help'.");
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
    err.println(program.programName() + ": " + message);
  }

  /** The counters of the last run; null if it came to no job. */
  Counters counters() throws IOException {
    return job == null ? null : job.getCounters();
  }

  private int submit(List<String> words)
      throws IOException, InterruptedException, ClassNotFoundException {
    List<Path> paths = paths(words);
    Path output = paths.get(paths.size() - 1);
    Job started = create(getConf(), paths.subList(0, paths.size() - 1), output);
    boolean succeeded = started.waitForCompletion(true);
    job = started;
    FileSystem fileSystem = output.getFileSystem(job.getConfiguration());
    Collection<String> failures = TaskFailure.take(fileSystem, output);
    if (succeeded) {
      printSummary(output);
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
        throw new UsageException("option " + word + " is not known here; options come first");
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
    program.check(userConf);
    Configuration conf = new Configuration(userConf);
    // What would leave rows out of the answer without a word: lost tasks and long lines.
    conf.setInt(MRJobConfig.MAP_FAILURES_MAX_PERCENT, 0);
    conf.setInt(MRJobConfig.REDUCE_FAILURES_MAXPERCENT, 0);
    conf.setInt(LineRecordReader.MAX_LINE_LENGTH, Integer.MAX_VALUE);
    // Version 2 moves a task's files into the output folder before the job has succeeded.
    conf.setInt(FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, 1);

    Job job = Job.getInstance(conf);
    job.setJobName("Loadpath " + program.programName() + ", " + program.describe(options));
    job.setJarByClass(Q1Job.class);
    if (job.getNumReduceTasks() < 1) {
      throw new UsageException("mapreduce.job.reduces=0: the answer needs at least one reducer");
    }
    program.configure(job, options);
    job.setPartitionerClass(Q1Partitioner.class);
    job.setReducerClass(Q1Reducer.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(Q1Totals.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    job.setOutputFormatClass(TextOutputFormat.class);
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
        program.programName(),
        counters.findCounter(Q1Counter.ROWS_READ).getValue(),
        counters.findCounter(Q1Counter.ROWS_KEPT).getValue(),
        counters.findCounter(Q1Counter.ROWS_MALFORMED).getValue(),
        output);
    long reducers = job.getNumReduceTasks();
    // Every reducer fetches from every map task, and the local runner counts no tasks.
    long mappers = counters.findCounter(TaskCounter.SHUFFLED_MAPS).getValue() / reducers;
    out.printf(
        "%s: %d tasks, %d bytes shuffled%n",
        program.programName(),
        mappers + reducers,
        counters.findCounter(TaskCounter.REDUCE_SHUFFLE_BYTES).getValue());
  }

  private void printFailures(Collection<String> failures) throws IOException, InterruptedException {
    failures.stream().limit(SHOWN_FAILURES).forEach(this::complain);
    if (failures.size() > SHOWN_FAILURES) {
      complain("and " + (failures.size() - SHOWN_FAILURES) + " more failures");
    }
    String why = failures.isEmpty() ? ": " + job.getStatus().getFailureInfo() : "";
    complain("job " + job.getJobID() + " failed" + why);
  }

  /** A failed job leaves its empty output folder, in which the next run would see an answer. */
  private static void removeIfEmpty(FileSystem fileSystem, Path output) {
    try {
      fileSystem.delete(output, false);
    } catch (IOException e) {
      // Not empty, so somebody needs it: it stays, and the next run says that it exists.
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
