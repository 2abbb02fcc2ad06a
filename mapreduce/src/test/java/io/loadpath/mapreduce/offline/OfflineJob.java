package io.loadpath.mapreduce.offline;

import io.loadpath.loads.Share;
import io.loadpath.loads.files.EvenSplits;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.mapreduce.load.LoadPlan;
import io.loadpath.mapreduce.load.LoadWriters;
import io.loadpath.mapreduce.load.partitions.PartitionRouter;
import io.loadpath.rows.Column;
import io.loadpath.rows.DateOrder;
import io.loadpath.rows.TextFormat;
import io.loadpath.rows.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;

/** A load of made-up rows into files, in the local runner. */
final class OfflineJob {
  static final int ROWS = 3000;

  /** As the files have them. */
  static final List<Column> COLUMNS =
      List.of(
          column("id", "integer"),
          column("day", "date"),
          column("at", "timestamp(6)"),
          column("price", "decimal(10,2)"),
          column("ok", "boolean"),
          column("note", "text"),
          column("b", "bytes"));

  private static final List<String> NOTES =
      List.of("plain", "a,b", "say \"yes\"", "two\\\nlines", "tab\\\there", " blank", "ä|\\\\", "");

  /** Rows with escapes, as COPY (DELIMITER ';') reads them, but for the bytes. */
  private static final TextFormat FORMAT =
      new TextFormat(
          ';',
          '\n',
          '\\',
          TextFormat.NONE,
          "\\N",
          "\\N",
          false,
          TextFormat.DelimiterAtEnd.NEVER,
          true);

  /** Partition 1 has two writers if the id is an int8: from 1536 on, another one. */
  private record Writers() implements LoadWriters {
    @Override
    public int count() {
      return 3;
    }

    @Override
    public int writer(int partition, byte[] keys, int from, int to) {
      return partition == 1 ? (keys[from + 7] < 6 ? 1 : 2) : 0;
    }
  }

  private OfflineJob() {}

  static Column column(String name, String type) {
    return new Column(name, Type.parse(type), true);
  }

  /** Returns lines of the first four months of 2009. */
  static List<String> lines() {
    Random random = new Random(29);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      lines.add(
          String.join(
              ";",
              "" + (i * 7919) % ROWS,
              "2009-%02d-%02d".formatted(1 + random.nextInt(4), 1 + random.nextInt(28)),
              "2009-01-01 10:11:12." + random.nextInt(1_000_000),
              String.format(Locale.ROOT, "%.2f", random.nextInt() / 100.0),
              random.nextInt(9) == 0 ? "\\N" : "" + random.nextBoolean(),
              NOTES.get(random.nextInt(NOTES.size())),
              "%04x".formatted(random.nextInt(1 << 16))));
    }
    return lines;
  }

  /** Prepares a job that sorts the lines by their id. */
  static FilesLoad prepare(
      Path input, Path output, FilesFormat format, FilesTarget target, long rejectLimit)
      throws Exception {
    Configuration conf = new Configuration();
    conf.setInt("mapreduce.client.completion.pollinterval", 5);
    conf.setInt("mapreduce.client.progressmonitor.pollinterval", 5);
    conf.set("hadoop.tmp.dir", Path.of("target", "hadoop-tmp").toAbsolutePath().toString());
    Job job = Job.getInstance(conf);
    String file = input.toUri().toString();
    LoadPlan plan =
        new LoadPlan(
            List.of(file),
            target.columns(),
            FORMAT,
            0,
            DateOrder.MDY,
            List.of(0),
            1,
            new PartitionRouter(target.partitions()),
            new Writers(),
            rejectLimit);
    Piece piece = new Piece(file, Files.size(input), Files.getLastModifiedTime(input).toMillis());
    List<Share> shares =
        EvenSplits.of(List.of(), List.of(piece), 2).stream()
            .map(pieces -> new Share(pieces.toArray(Piece[]::new), 1, List.of()))
            .toList();
    plan.addTo(job, shares, FilesReducer.class);
    return new FilesLoad(job, new org.apache.hadoop.fs.Path(output.toUri()), format, target);
  }
}
