package io.loadpath.benchmarks.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.Progress;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The data's way to a real HDFS, by {@code engines/hadoop/stage}. */
@ExtendWith(SharedCluster.class)
class StagingOnCluster {
  private static final long LEAST_BLOCK = 1 << 20;
  private static final String PART = "/part-00000.tbl";
  private static final String BIG_PART = "/part-00001.tbl";
  private static final int ROWS = 50_000;

  private static final long DEFAULT_BLOCK = 128 << 20;

  private static TestHdfs hdfs;
  private static Path cards;
  private static String text;

  @BeforeAll
  static void makeData() throws IOException {
    hdfs = SharedCluster.hdfs();
    cards = SharedCluster.state().resolve("cards-to-stage");
    Dataset.allCardTrans(ROWS, 1, Codec.NONE).prepare(cards, Progress.silent());
    text = Files.readString(Path.of(cards + PART));
    try (RandomAccessFile big = new RandomAccessFile(cards + BIG_PART, "rw")) {
      big.seek(DEFAULT_BLOCK); // what is before it takes no disk
      big.writeBytes("end\n");
    }
  }

  private static String folder(String name) {
    return hdfs.home() + "/loadpath/data/" + name;
  }

  /** Stages the data to a folder; variables can be added. */
  private static Program stage(String folder) {
    return SharedCluster.client(
        cards, "engines/hadoop/stage", cards.toString(), SharedCluster.uri(folder));
  }

  @Test
  void filesOfSeveralBlocksAreStagedOnceAndAgainWhenACopyDiffers() throws IOException {
    String folder = folder("staged");
    assertThat(stage(folder).run().ok().err())
        .contains("stage: " + cards + " is now in " + SharedCluster.uri(folder));
    assertThat(stage(folder).run().ok().err()).doesNotContain("is now in");
    assertThat(hdfs.blockBytes(folder + BIG_PART))
        .as("two blocks")
        .isEqualTo(DEFAULT_BLOCK)
        .isLessThan(Files.size(Path.of(cards + BIG_PART)));

    hdfs.write(folder + PART, text.getBytes(UTF_8), LEAST_BLOCK);
    assertThat(hdfs.blockBytes(folder + PART)).isEqualTo(LEAST_BLOCK);
    assertThat((long) text.length()).isGreaterThan(3 * LEAST_BLOCK);
    assertThat(stage(folder).run().ok().err())
        .as("the same bytes in blocks of another size")
        .doesNotContain("is now in");

    String altered = text.replaceFirst("[0-9](?=[^0-9]*$)", "x");
    assertThat(altered).as("as long: only the checksum tells").hasSameSizeAs(text);
    hdfs.write(folder + PART, altered.getBytes(UTF_8), LEAST_BLOCK);
    assertThat(stage(folder).run().ok().err()).contains("is now in");
    assertThat(hdfs.read(folder + PART)).isEqualTo(text);
  }

  @Test
  void saysWhoMayNotWriteAndThatTheQuotaIsTooSmall() {
    String refused = folder("refused");
    Outcome stranger = stage(refused).set("HADOOP_USER_NAME", "stranger").run();
    assertThat(stranger.exitCode()).isEqualTo(1);
    assertThat(stranger.err())
        .contains("stage: no right to write " + SharedCluster.uri(refused))
        .contains("user=stranger", "hdfs dfs -chown");

    String small = hdfs.home() + "/small";
    hdfs.makeFolder(small, "755");
    hdfs.limitSpace(small, 1000);
    Outcome full = stage(small + "/cards").run();
    assertThat(full.exitCode()).isEqualTo(1);
    assertThat(full.err()).contains("stage: ", "quota");
    assertThat(hdfs.names(small)).as("no half folder").isEmpty();
  }
}
