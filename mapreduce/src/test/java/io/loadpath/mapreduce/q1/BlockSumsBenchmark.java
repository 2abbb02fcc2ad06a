package io.loadpath.mapreduce.q1;

import io.loadpath.mapreduce.input.LineBlock;
import io.loadpath.mapreduce.input.LineBlocks;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Q1's inner loop on one core, beside a plain read of the same bytes. The column {@code megabytes}
 * is MB (10^6 bytes) of text per second. The text is LINEITEM at scale factor 0.1, in a file in the
 * page cache.
 *
 * <pre>
 * mvn -q test-compile dependency:build-classpath -pl mapreduce -am -Dmdep.outputFile=target/classpath
 * cd mapreduce
 * java -cp "target/test-classes:target/classes:$(cat target/classpath)" org.openjdk.jmh.Main BlockSums
 * </pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 2,
    jvmArgsAppend = {"-Xmx512m", "-XX:+UseSerialGC"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BlockSumsBenchmark {
  private static final double SCALE = 0.1;

  private Path file;
  private FileSystem files;
  private byte[] text;
  private int length;

  /** Text passed in an iteration; JMH divides it by the time. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Passed {
    private double bytes;

    /** Millions of bytes. */
    public double megabytes() {
      return bytes / 1e6;
    }

    @Setup(Level.Iteration)
    public void clear() {
      bytes = 0;
    }
  }

  @Setup
  public void writeText() throws IOException {
    files = FileSystem.getLocal(new Configuration(false));
    file = Files.createTempFile("lineitem", ".tbl");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      for (LineItem item : new LineItemGenerator(SCALE, 1, 1)) {
        out.write((item.toLine() + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
    length = (int) Files.size(file);
    text = new byte[length + LineBlock.PADDING];
    try (InputStream in = Files.newInputStream(file)) {
      in.readNBytes(text, 0, length);
    }
  }

  @TearDown
  public void deleteText() throws IOException {
    Files.delete(file);
  }

  private static BlockSums sums() {
    BlockSums.OtherLines none =
        (block, start, end, row) -> {
          throw new IOException("row " + row + " does not look as dbgen writes it");
        };
    return new BlockSums(LocalDate.of(1998, 9, 2), new Q1Groups(), none);
  }

  /** The loop alone, over text in memory. */
  @Benchmark
  public long loop(Passed passed) throws IOException, InterruptedException {
    BlockSums sums = sums();
    LineBlock block = new LineBlock();
    for (int start = 0, end; start < length; start = end) {
      end = Math.min(length, start + LineBlocks.READ_BYTES);
      while (text[end - 1] != '\n') {
        end--;
      }
      block.set(text, start, end, start);
      sums.add(block);
    }
    passed.bytes += length;
    return sums.rowsKept();
  }

  /** The file read through Hadoop in blocks and summed, as a map task does. */
  @Benchmark
  public long readAndLoop(Passed passed) throws IOException, InterruptedException {
    BlockSums sums = sums();
    LineBlock block = new LineBlock();
    try (InputStream in = files.open(new org.apache.hadoop.fs.Path(file.toUri()))) {
      LineBlocks blocks = new LineBlocks(in, 0, length);
      while (blocks.next(block)) {
        sums.add(block);
      }
    }
    passed.bytes += length;
    return sums.rowsKept();
  }

  /** The same bytes read and not looked at: the limit. */
  @Benchmark
  public long plainRead(Passed passed) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(LineBlocks.READ_BYTES);
    long total = 0;
    try (FileChannel in = FileChannel.open(file)) {
      for (int count; (count = in.read(buffer)) >= 0; buffer.clear()) {
        total += count;
      }
    }
    passed.bytes += total;
    return total;
  }

  /**
   * The same bytes in a mapped file, a word of each 64 looked at: the pages are not copied, but
   * each is a fault.
   */
  @Benchmark
  public long mappedRead(Passed passed) throws IOException {
    long sum = 0;
    try (FileChannel in = FileChannel.open(file)) {
      LongBuffer words = in.map(FileChannel.MapMode.READ_ONLY, 0, length).asLongBuffer();
      for (int i = 0; i < words.limit(); i += 64 / Long.BYTES) {
        sum += words.get(i);
      }
    }
    passed.bytes += length;
    return sum;
  }
}
