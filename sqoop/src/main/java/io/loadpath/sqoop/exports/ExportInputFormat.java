package io.loadpath.sqoop.exports;

import io.loadpath.rows.TextFormat;
import io.loadpath.sqoop.exports.ExportSplit.Piece;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Cuts the files of an export into one split for each mapper, all of about the same number of
 * bytes. Compressed files are never cut, nor are files with enclosed fields, where a row's
 * beginning is only known from all rows before it.
 */
public final class ExportInputFormat extends FileInputFormat<NullWritable, RowChunk> {
  private static final int MOST_NODES = 3;
  private static final String FILES = "loadpath.export.files";

  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    Configuration conf = job.getConfiguration();
    ExportPlan plan = ExportPlan.from(conf);
    CompressionCodecFactory codecs = new CompressionCodecFactory(conf);
    Map<String, FileStatus> files = new HashMap<>();
    List<EvenSplits.Input> inputs = new ArrayList<>();
    for (FileStatus file : listed(conf)) {
      String name = file.getPath().toString();
      boolean whole =
          plan.format().enclosing() != TextFormat.NONE || codecs.getCodec(file.getPath()) != null;
      if (files.put(name, file) == null) {
        inputs.add(new EvenSplits.Input(name, file.getLen(), whole, file.getModificationTime()));
      }
    }
    List<InputSplit> splits = new ArrayList<>();
    for (List<Piece> pieces : EvenSplits.of(inputs, plan.mappers())) {
      splits.add(new ExportSplit(pieces, nodes(pieces, files, conf)));
    }
    return splits;
  }

  /**
   * Returns a job's files in the order of their paths: globs and folders are resolved; hidden files
   * are left out.
   *
   * @throws IOException if a folder is among them
   */
  static List<FileStatus> files(JobContext job) throws IOException {
    List<FileStatus> files = new ArrayList<>(new ExportInputFormat().listStatus(job));
    for (FileStatus file : files) {
      if (file.isDirectory()) {
        throw new IOException(
            "%s is a folder: name its files in --export-dir, or set %s=true"
                .formatted(file.getPath(), INPUT_DIR_RECURSIVE));
      }
    }
    files.sort(Comparator.comparing(FileStatus::getPath)); // a local folder has no order
    return files;
  }

  /** Hands files to {@link #getSplits}, which the job's submission calls in the same JVM. */
  static void setFiles(Configuration conf, List<FileStatus> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    for (FileStatus file : files) {
      out.writeUTF(file.getPath().toString());
      out.writeLong(file.getLen());
      out.writeLong(file.getBlockSize());
      out.writeLong(file.getModificationTime());
    }
    conf.set(FILES, Base64.getEncoder().encodeToString(bytes.toByteArray()));
  }

  /** The files of {@link #setFiles}; tasks do not get them. */
  private static List<FileStatus> listed(Configuration conf) throws IOException {
    byte[] bytes = Base64.getDecoder().decode(conf.get(FILES));
    conf.unset(FILES);
    List<FileStatus> files = new ArrayList<>();
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    while (in.available() > 0) {
      Path path = new Path(in.readUTF());
      files.add(new FileStatus(in.readLong(), false, 0, in.readLong(), in.readLong(), path));
    }
    return files;
  }

  /** The nodes that have most of the bytes. */
  private static List<String> nodes(
      List<Piece> pieces, Map<String, FileStatus> files, Configuration conf) throws IOException {
    Map<String, Long> bytes = new HashMap<>();
    for (Piece piece : pieces) {
      FileSystem system = piece.path().getFileSystem(conf);
      FileStatus file = files.get(piece.file());
      for (BlockLocation block : system.getFileBlockLocations(file, piece.start(), piece.bytes())) {
        for (String node : block.getHosts()) {
          bytes.merge(node, block.getLength(), Long::sum);
        }
      }
    }
    return bytes.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
        .limit(MOST_NODES)
        .map(Map.Entry::getKey)
        .toList();
  }

  @Override
  public RecordReader<NullWritable, RowChunk> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new ExportReader();
  }
}
