package io.loadpath.benchmarks.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Loads on YARN whose tasks have small heaps. */
@Timeout(900)
@ExtendWith(SharedCluster.class)
class LoadHeapOnCluster {
  private static final int LARGE_ROWS = 150;
  private static final int ROWS = LARGE_ROWS * 200;
  private static final int LARGE_BYTES = 1_000_000;

  private static ConnectionInfo server;
  private static Path folder;

  /** Writes more rows than fit into the heaps; some have 1 MB. */
  @BeforeAll
  static void writeRows() throws IOException {
    server = SharedCluster.postgres();
    folder = SharedCluster.newFolder();
    Files.writeString(
        folder.resolve("heaps.yaml"),
        """
        table: heaps
        files: ['*.csv']
        format: { delimiter: '|', header: no }
        columns:
          - { name: id, type: integer(9) }
          - { name: note, type: text }
        """);
    String large = "x".repeat(LARGE_BYTES);
    ByteArrayOutputStream rows = new ByteArrayOutputStream(LARGE_ROWS * (LARGE_BYTES + 4000));
    for (int i = 0; i < ROWS; i++) {
      long id = i * 7919L % ROWS;
      rows.writeBytes((id + "|" + (i % 200 == 7 ? large : "a note") + "\n").getBytes(UTF_8));
    }
    SharedCluster.hdfs().write("/heaps/part-0.csv", rows.toByteArray(), 128 << 20);
  }

  @BeforeEach
  void makeTarget() {
    SharedCluster.sql(
        "DROP TABLE IF EXISTS loadpath_export_tasks, loadpath_exports, heaps; CREATE TABLE heaps (id int, note text)");
  }

  private static Outcome load(String... options) throws IOException {
    Path jar;
    try (var jars =
        Files.newDirectoryStream(
            Program.ROOT.resolve("mapreduce/target"), "loadpath-mapreduce-*.jar")) {
      jar = jars.iterator().next();
    }
    List<String> words = new ArrayList<>(List.of("jar", jar.toString(), "load"));
    words.addAll(List.of(options));
    words.add("-Dmapreduce.job.ubertask.enable=false");
    words.addAll(List.of("--table", folder.resolve("heaps.yaml").toString()));
    words.addAll(List.of("--to", server.jdbcUrl(), "--user", server.user()));
    words.addAll(List.of("--password-file", "file://" + server.passwordFile()));
    words.addAll(List.of("--into", "heaps", "--sort-by", "id", "--mappers", "2", "--writers", "1"));
    words.add("/heaps/part-0.csv");
    return SharedCluster.client(folder, "engines/bin/hadoop", words.toArray(String[]::new)).run();
  }

  private static void requireAllRows() {
    assertThat(
            SharedCluster.sql("SELECT count(*), count(DISTINCT id), sum(length(note)) FROM heaps"))
        .isEqualTo(
            "%d|%<d|%d"
                .formatted(
                    ROWS,
                    (long) LARGE_ROWS * LARGE_BYTES + (ROWS - LARGE_ROWS) * "a note".length()));
  }

  @Test
  void heapsOf128And256MegabytesSufficeForRowsOf1Megabyte() throws IOException {
    load(
            "-Dmapreduce.map.java.opts=-Xmx128m",
            "-Dmapreduce.reduce.java.opts=-Xmx256m",
            "-Dmapreduce.map.maxattempts=1",
            "-Dmapreduce.reduce.maxattempts=1")
        .ok();

    requireAllRows();
  }

  @Test
  void aReduceWithoutEnoughMemoryIsNamedWithTheSettingAndLoadsNothing() throws IOException {
    Outcome outcome =
        load("-Dmapreduce.reduce.java.opts=-Xmx16m", "-Dmapreduce.reduce.maxattempts=1");

    assertThat(outcome.exitCode()).as(outcome.all()).isOne();
    assertThat(outcome.err())
        .contains(
            "nothing was exported into \"public\".\"heaps\"",
            "Java heap space",
            "mapreduce.reduce.java.opts");
    assertThat(SharedCluster.sql("SELECT count(*) FROM heaps")).isEqualTo("0");
    assertThat(
            SharedCluster.sql(
                "SELECT count(*) FROM pg_class WHERE relname ~ '^loadpath_\\d+_\\d+'"))
        .isEqualTo("0");

    load().ok();
    requireAllRows();
  }
}
