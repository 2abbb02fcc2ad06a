package io.loadpath.engines.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Staging into a folder of the local file system, which Hadoop serves like a cluster's. */
class StagingTest {
  @TempDir Path folder;
  private Path target;
  private final SortedMap<String, Path> sources = new TreeMap<>();

  @BeforeEach
  void makeSources() throws IOException {
    target = folder.resolve("cluster/data/set");
    source("part-00000.tbl", "1|a|\n2|b|\n");
    source("part-00001.tbl", "");
  }

  private void source(String name, String text) throws IOException {
    Path file = folder.resolve("here").resolve(name);
    Files.createDirectories(file.getParent());
    sources.put(name, Files.writeString(file, text));
  }

  private boolean stage() throws IOException {
    return new Staging(new Configuration(), new org.apache.hadoop.fs.Path("file://" + target))
        .stage(sources);
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.endsWith(".crc")) // of Hadoop's local file system
          .sorted()
          .toList();
    }
  }

  private void requireTheTwoFiles() throws IOException {
    assertThat(names(target)).containsExactly(".loadpath", "part-00000.tbl", "part-00001.tbl");
    assertThat(names(target.getParent())).containsExactly("set");
  }

  @Test
  void copiesTheFilesOnce() throws IOException {
    assertThat(stage()).isTrue();
    requireTheTwoFiles();
    assertThat(target.resolve("part-00000.tbl")).hasContent("1|a|\n2|b|\n");
    assertThat(stage()).isFalse();
  }

  @Test
  void replacesFilesThatDifferInOneByteInLengthOrInNumber() throws IOException {
    stage();
    source("part-00000.tbl", "1|a|\n2|c|\n");
    assertThat(stage()).isTrue();
    assertThat(target.resolve("part-00000.tbl")).hasContent("1|a|\n2|c|\n");

    source("part-00001.tbl", "3|d|\n");
    assertThat(stage()).isTrue();
    sources.remove("part-00001.tbl");
    assertThat(stage()).isTrue();

    assertThat(names(target)).containsExactly(".loadpath", "part-00000.tbl");
    assertThat(stage()).isFalse();
  }

  @Test
  void leavesAFolderAloneThatLoadpathDidNotMake() throws IOException {
    Files.createDirectories(target);
    Files.writeString(target.resolve("precious"), "text");

    assertThatThrownBy(this::stage)
        .isInstanceOf(Staging.StagingException.class)
        .hasMessageContainingAll("Loadpath did not make it", "move it away");
    assertThat(names(target)).containsExactly("precious");
  }

  @Test
  void aFailureLeavesNothingNewAndKeepsTheOldFiles() throws IOException {
    Path none = folder.resolve("here/none");
    sources.put("part-00002.tbl", none);
    assertThatThrownBy(this::stage).isInstanceOf(IOException.class).hasMessageContaining("none");
    assertThat(names(target.getParent())).isEmpty();

    sources.remove("part-00002.tbl");
    stage();
    sources.put("part-00002.tbl", Files.createDirectory(none));
    assertThatThrownBy(this::stage).isInstanceOf(IOException.class);
    requireTheTwoFiles();
  }

  @Test
  void removesWhatAKilledProcessLeftAndNothingOfALivingOne() throws Exception {
    Process killed = new ProcessBuilder("true").start();
    killed.waitFor();
    Path parent = Files.createDirectories(target.getParent());
    String living = temporary(host(), ProcessHandle.current().pid());
    String elsewhere = temporary("elsewhere", killed.pid());
    for (String name : List.of(temporary(host(), killed.pid()), living, elsewhere)) {
      Files.writeString(Files.createDirectory(parent.resolve(name)).resolve("part"), "half");
    }

    stage();

    assertThat(names(parent)).containsExactlyInAnyOrder(living, elsewhere, "set");
  }

  private static String temporary(String host, long pid) {
    return ".staging-" + host + "-" + pid + "-" + UUID.randomUUID();
  }

  private static String host() throws IOException {
    return InetAddress.getLocalHost().getHostName();
  }

  @Test
  void severalAtATimeMakeOneFolder() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      Callable<Boolean> stage = this::stage;
      for (Future<Boolean> result : pool.invokeAll(List.of(stage, stage, stage, stage))) {
        result.get();
      }
    } finally {
      pool.shutdownNow();
    }

    requireTheTwoFiles();
  }

  @Test
  void saysThatTheFilesDoNotFitBeforeItWrites() throws IOException {
    Path huge = folder.resolve("here/huge");
    try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
      file.setLength(1L << 42); // sparse
    }
    sources.put("part-00002.tbl", huge);

    assertThatThrownBy(this::stage)
        .isInstanceOf(Staging.StagingException.class)
        .hasMessageContaining("bytes free, and 4,398,046,511,114 in 1 replicas do not fit");
    assertThat(names(target.getParent())).isEmpty();
  }

  @Test
  void aDeadNameNodeIsAnErrorWithinSeconds() throws IOException {
    Configuration conf = new Configuration();
    conf.addResource(new org.apache.hadoop.fs.Path(Path.of("impatient.xml").toUri()));
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    var dead = new org.apache.hadoop.fs.Path("hdfs://127.0.0.1:" + port + "/user/a/loadpath/data");

    long begun = System.nanoTime();
    assertThatThrownBy(() -> new Staging(conf, dead).stage(sources))
        .isInstanceOf(IOException.class)
        .satisfies(
            e ->
                assertThat(ClusterErrors.explain((IOException) e, dead))
                    .startsWith("no NameNode answers for " + dead)
                    .contains("Connection refused")
                    .doesNotContain("For more details"));
    assertThat(System.nanoTime() - begun).isLessThan(10_000_000_000L);
  }
}
