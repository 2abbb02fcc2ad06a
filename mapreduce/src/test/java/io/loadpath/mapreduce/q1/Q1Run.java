package io.loadpath.mapreduce.q1;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.util.ToolRunner;

/** One run of the job in the local runner, as a user sees it. */
record Q1Run(int exitCode, String out, String err, Counters counters) {

  /** Runs a program over {@code in} into {@code out}, both in a folder. */
  static Q1Run in(Path folder, String program, String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of(options));
    words.add(folder.resolve("in").toString());
    words.add(folder.resolve("out").toString());
    return of(program, words.toArray(String[]::new));
  }

  static Q1Run of(String program, String... args) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Q1Job job =
        new Q1Job(program, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
    int exitCode = ToolRunner.run(localConf(), job, args);
    return new Q1Run(exitCode, out.toString(UTF_8), err.toString(UTF_8), job.counters());
  }

  /** A configuration in which the local runner does not sleep and needs little memory. */
  private static Configuration localConf() {
    Configuration conf = new Configuration();
    conf.setInt("mapreduce.client.completion.pollinterval", 5);
    conf.setInt("mapreduce.client.progressmonitor.pollinterval", 5);
    conf.setInt("mapreduce.local.map.tasks.maximum", 2);
    conf.setInt("mapreduce.task.io.sort.mb", 2);
    conf.set("hadoop.tmp.dir", Path.of("target", "hadoop-tmp").toAbsolutePath().toString());
    return conf;
  }

  long count(Enum<?> counter) {
    return counters.findCounter(counter).getValue();
  }

  /** The lines of all part files in {@code out} of a folder, in the order of their names. */
  static List<String> answer(Path folder) throws IOException {
    return lines(folder, "part-r-");
  }

  /** The lines of all files in {@code out} whose name begins so. */
  static List<String> lines(Path folder, String prefix) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("out"))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .sorted()
          .flatMap(Q1Run::lines)
          .toList();
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
