package io.loadpath.mapreduce.q1;

import io.loadpath.mapreduce.input.LineInputFormat;
import io.loadpath.mapreduce.q1.Q1Options.Aggregation;
import java.io.PrintStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.util.ToolRunner;

/**
 * Q1 with one line per map call, like a textbook's job.
 *
 * <pre>
 * hadoop jar loadpath-mapreduce-*.jar q1-textbook -D loadpath.q1.aggregation=none /tpch/lineitem /q1
 * </pre>
 */
public final class TextbookQ1Job extends Q1Job {
  /** The program's name on the command line. */
  public static final String NAME = "q1-textbook";

  private static final String AGGREGATION_HELP =
      """
        loadpath.q1.aggregation    combiner (default), in-mapper or none: where a map task's rows
                                   are summed
      """;

  TextbookQ1Job(PrintStream out, PrintStream err) {
    super(NAME, AGGREGATION_HELP, out, err);
  }

  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new TextbookQ1Job(System.out, System.err), args));
  }

  @Override
  String describe(Q1Options options) {
    return super.describe(options) + ", " + options.aggregation().word();
  }

  @Override
  void checkKeys(Configuration conf) {
    // every key of Q1 has a meaning here
  }

  @Override
  void configureMap(Job job, Q1Options options) {
    job.setInputFormatClass(LineInputFormat.class);
    job.setMapperClass(TextbookMapper.class);
    if (options.aggregation() == Aggregation.COMBINER) {
      job.setCombinerClass(TextbookCombiner.class);
    }
  }
}
