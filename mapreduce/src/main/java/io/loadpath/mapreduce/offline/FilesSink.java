package io.loadpath.mapreduce.offline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.loads.exports.RejectsFile;
import io.loadpath.mapreduce.load.LoadSink;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/** The files of a task's attempt. A list of them follows the last one. */
final class FilesSink implements LoadSink {
  /** The folder of the lists, which the client reads and deletes. */
  static final String LISTS = "_loadpath";

  /** The file of the rejected rows, if there are any. */
  static final String REJECTS = "rejected.tsv";

  private static final int BUFFER_BYTES = 1 << 16;

  private final FilesPlan plan;
  private final int writer;
  private final Path folder;
  private final FileSystem files;
  private final StringBuilder list = new StringBuilder();
  private final RejectsFile rejects;
  private int partition;
  private long hash;
  private FSDataOutputStream file;
  private MessageDigest digest;
  private OutputStream rows;

  FilesSink(FilesPlan plan, int writer, Path folder, Configuration conf) throws IOException {
    this.plan = plan;
    this.writer = writer;
    this.folder = folder;
    files = folder.getFileSystem(conf);
    rejects = new RejectsFile(folder.toString(), REJECTS, 0, conf);
  }

  @Override
  public OutputStream begin(int next) throws IOException {
    partition = next;
    file = files.create(path(), false);
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JVM has it
    }
    rows =
        plan.encoded(new BufferedOutputStream(new DigestOutputStream(file, digest), BUFFER_BYTES));
    return rows;
  }

  @Override
  public void end(long count) throws IOException {
    rows.close();
    rows = null;
    list.append(
        new PartFile(
                partition,
                plan.file(partition, writer),
                count,
                file.getPos(),
                HexFormat.of().formatHex(digest.digest()),
                hash)
            .line());
  }

  @Override
  public void counted(int next, long count, long sum) {
    hash = sum;
  }

  @Override
  public void rejected(String message, byte[] line, int length) throws IOException {
    rejects.add(line, length);
  }

  @Override
  public void complete() throws IOException {
    rejects.commit();
    Path name = new Path(folder, "%s/%05d".formatted(LISTS, writer));
    try (OutputStream out = files.create(name, false)) {
      out.write(list.toString().getBytes(UTF_8));
    }
  }

  /** Deletes an incomplete file, so that a full disk has room for the message about it. */
  @Override
  public void close() throws IOException {
    rejects.close();
    if (rows != null) {
      if (files instanceof LocalFileSystem local) { // a full disk leaves the stream open
        local.getRaw().truncate(path(), 0);
      }
      try {
        file.close();
      } finally {
        files.delete(path(), false);
      }
    }
  }

  private Path path() {
    return new Path(folder, plan.file(partition, writer));
  }
}
