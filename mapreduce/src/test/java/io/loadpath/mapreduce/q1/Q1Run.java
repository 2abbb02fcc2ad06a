package io.loadpath.mapreduce.q1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.util.ToolRunner;

/** One run of the job in the local runner, as a user sees it. */
record Q1Run(int exitCode, String out, String err, Counters counters) {

  static Q1Run of(String... args) throws Exception {
    return of(localConf(), args);
  }

  /** The fast program with that configuration. */
  static Q1Run of(Configuration conf, String... args) throws Exception {
    return of("q1", conf, args);
  }

  static Q1Run ofProgram(String program, String... args) throws Exception {
    return of(program, localConf(), args);
  }

  static Q1Run of(String program, Configuration conf, String... args) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream outPrinter = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream errPrinter = new PrintStream(err, true, StandardCharsets.UTF_8);
    Q1Job job =
        program.equals(Q1Job.NAME)
            ? new Q1Job(outPrinter, errPrinter)
            : new TextbookQ1Job(outPrinter, errPrinter);
    int exitCode = ToolRunner.run(conf, job, args);
    return new Q1Run(
        exitCode,
        out.toString(StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8),
        job.counters());
  }

  /** The program for a way of aggregation, which is set in {@code conf}; "" stands for q1. */
  static String program(String aggregation, Configuration conf) {
    if (aggregation.isEmpty()) {
      return Q1Job.NAME;
    }
    conf.set(Q1Options.AGGREGATION, aggregation);
    return TextbookQ1Job.NAME;
  }

  /** A configuration in which the local runner does not sleep and needs little memory. */
  static Configuration localConf() {
    Configuration conf = new Configuration();
    conf.setInt("mapreduce.client.completion.pollinterval", 5);
    conf.setInt("mapreduce.client.progressmonitor.pollinterval", 5);
    conf.setInt("mapreduce.local.map.tasks.maximum", 2);
    conf.setInt("mapreduce.task.io.sort.mb", 2);
    conf.set("hadoop.tmp.dir", Path.of("target", "hadoop-tmp").toAbsolutePath().toString());
    return conf;
  }

  long count(Q1Counter counter) {
    return counters.findCounter(counter).getValue();
  }

  /** The lines of all part files in the order of their names. */
  static List<String> answer(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("part-r-"))
          .sorted()
          .flatMap(Q1Run::lines)
          .toList();
    }
  }

  static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
