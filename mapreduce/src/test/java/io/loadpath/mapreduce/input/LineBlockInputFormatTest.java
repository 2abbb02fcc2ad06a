package io.loadpath.mapreduce.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The number of splits of one file; sizes in MiB. A local file reports blocks of 32. */
class LineBlockInputFormatTest {
  private static final int MIB = 1 << 20;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    // small blocks are put together, and what can be split is split
    "local, 1,   300, in.tbl, ,    ,     3",
    "local, 1,   300, in.bz2, ,    ,     3",
    "local, 1,   300, in.gz,  ,    ,     1",
    "yarn,  2,   300, in.tbl, ,    ,     3",
    // a job in this JVM gets four splits a slot, a cluster one a block
    "local, 2,  4000, in.tbl, ,    ,     8",
    "local, 16, 4000, in.tbl, ,    ,    32",
    "local, 0,  4000, in.tbl, ,    ,     4",
    "yarn,  2,  4000, in.tbl, ,    ,    32",
    // the user's own sizes win
    "local, 2,  4000, in.tbl, ,    100, 40",
    "local, 2,  4000, in.tbl, 2000,,     2",
    "yarn,  2,   300, in.tbl, ,    10,  30"
  })
  void splits(
      String framework, int slots, long size, String name, Long least, Long most, int expected)
      throws Exception {
    Path path = folder.resolve(name);
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(size * MIB); // without content it takes no room
    }
    Job job = Job.getInstance();
    job.getConfiguration().set("mapreduce.framework.name", framework);
    job.getConfiguration().setInt("mapreduce.local.map.tasks.maximum", slots);
    if (least != null) {
      FileInputFormat.setMinInputSplitSize(job, least * MIB);
    }
    if (most != null) {
      FileInputFormat.setMaxInputSplitSize(job, most * MIB);
    }
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(path.toUri()));

    assertThat(new LineBlockInputFormat().getSplits(job)).hasSize(expected);
  }

  @ParameterizedTest
  @CsvSource({
    // the node of each block of 128 MiB, and the MiB of the splits
    "in.tbl, a a a a,     , 512",
    "in.tbl, a b b a,     , 128 256 128",
    "in.tbl, a/b b/c c/a, , 256 128",
    "in.tbl, a b c,       , 128 128 128",
    "in.tbl, localhost localhost, , 128 128",
    // at most 4 GiB; the user's size wins
    "in.tbl, 40*a,        , 4096 1024",
    "in.tbl, a a a a,     128, 128 128 128 128",
    "in.bz2, a a,         , 128 128"
  })
  void joinsTheBlocksOfANode(String name, String nodes, Long most, String expected)
      throws Exception {
    String blocks = nodes.startsWith("40*") ? "a ".repeat(40).trim() : nodes;
    Path path = folder.resolve(name);
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(blocks.split(" ").length * 128L * MIB);
    }
    Job job = Job.getInstance();
    job.getConfiguration().set("mapreduce.framework.name", "yarn");
    job.getConfiguration().setClass("fs.nodes.impl", Nodes.class, FileSystem.class);
    job.getConfiguration().setBoolean("fs.nodes.impl.disable.cache", true);
    job.getConfiguration().set(Nodes.OF_BLOCKS, blocks);
    if (most != null) {
      FileInputFormat.setMaxInputSplitSize(job, most * MIB);
    }
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path("nodes://" + path));

    List<String> sizes = new ArrayList<>();
    long before = 0;
    for (InputSplit split : new LineBlockInputFormat().getSplits(job)) {
      sizes.add(Long.toString(split.getLength() / MIB));
      assertThat(split.getLocations()).isNotEmpty();
      assertThat(((FileSplit) split).getStart()).isEqualTo(before);
      before += split.getLength();
    }
    assertThat(String.join(" ", sizes)).isEqualTo(expected);
  }

  /** Local files whose blocks are on the nodes that a key lists. */
  public static final class Nodes extends RawLocalFileSystem {
    static final String OF_BLOCKS = "test.nodes";

    @Override
    public URI getUri() {
      return URI.create("nodes:///");
    }

    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length) {
      String[] nodes = getConf().get(OF_BLOCKS).split(" ");
      BlockLocation[] blocks = new BlockLocation[nodes.length];
      for (int i = 0; i < nodes.length; i++) {
        String[] hosts = nodes[i].split("/");
        blocks[i] = new BlockLocation(hosts, hosts, i * 128L * MIB, 128L * MIB);
      }
      return blocks;
    }
  }
}
