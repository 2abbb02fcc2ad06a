package io.loadpath.mapreduce;

import io.loadpath.mapreduce.Q1Options.Aggregation;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** The two ways to Q1's answer: they differ in how a map task reads and sums its rows. */
enum Q1Program {
  /** Blocks of lines, words of bytes, sums in memory. */
  FAST("q1", "") {
    @Override
    String describe(Q1Options options) {
      return "delta %d days".formatted(options.deltaDays());
    }

    @Override
    void check(Configuration conf) {
      if (conf.get(Q1Options.AGGREGATION) != null) {
        throw new UsageException(
            "%s is a key of q1-textbook; q1 sums in its mappers: leave it out"
                .formatted(Q1Options.AGGREGATION));
      }
    }

    @Override
    void configure(Job job, Q1Options options) {
      // One record per group and task: the default buffer of 100 MB would only be cleared.
      job.getConfiguration().setInt(MRJobConfig.IO_SORT_MB, 1);
      job.setInputFormatClass(LineBlockInputFormat.class);
      job.setMapperClass(Q1Mapper.class);
    }
  },

  /** A line per call, as a textbook has it. */
  TEXTBOOK(
      "q1-textbook",
      """
        loadpath.q1.aggregation    combiner (default), in-mapper or none: where a map task's rows
                                   are summed
      """) {
    @Override
    String describe(Q1Options options) {
      return "delta %d days, %s".formatted(options.deltaDays(), options.aggregation().word());
    }

    @Override
    void check(Configuration conf) {
      // Every key is its.
    }

    @Override
    void configure(Job job, Q1Options options) {
      job.setInputFormatClass(LineitemInputFormat.class);
      job.setMapperClass(TextbookMapper.class);
      if (options.aggregation() == Aggregation.COMBINER) {
        job.setCombinerClass(TextbookCombiner.class);
      }
    }
  };

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
      %2$s  loadpath.q1.max-malformed  malformed rows that the job may leave out, default 0; they are
                                   kept in <output>/_malformed-m-*
        mapreduce.job.reduces      part files of the answer, default 1

      Example:
        hadoop jar loadpath-mapreduce-*.jar %1$s -D loadpath.q1.delta-days=112 \\
            'hdfs:///tpch/lineitem/part-*' hdfs:///tpch/q1

      Exit code: 0 done, 1 failed, 2 wrong usage.
      """;

  private final String programName;
  private final String ownKeys;

  Q1Program(String programName, String ownKeys) {
    this.programName = programName;
    this.ownKeys = ownKeys;
  }

  /** The word on the command line. */
  String programName() {
    return programName;
  }

  String usage() {
    return USAGE.formatted(programName, ownKeys);
  }

  /** What a run's options are, for the job's name. */
  abstract String describe(Q1Options options);

  /**
   * Looks for keys that mean nothing here.
   *
   * @throws UsageException if there is one
   */
  abstract void check(Configuration conf);

  /** Sets the job's map side. */
  abstract void configure(Job job, Q1Options options);
}
