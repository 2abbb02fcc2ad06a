package io.loadpath.sqoop.exports;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.mapreduce.Job;

/** The files of an export. */
final class ExportSource {
  /** First bytes of files that are not text. */
  private static final Map<String, String> OTHER_FILES =
      Map.of("SEQ", "sequence", "Obj", "Avro data", "PAR", "Parquet");

  private static final int MAGIC_BYTES = 3;

  private final Job job;

  ExportSource(Job job) {
    this.job = job;
  }

  /**
   * Returns a digest of the files' names, sizes and times, and of what is made of them. A repeated
   * export of unchanged files has the same.
   *
   * @throws IOException if there are no such files, or the first one is not text
   */
  String identify(ExportPlan plan) throws IOException {
    List<FileStatus> files = ExportInputFormat.files(job);
    requireText(files);
    MessageDigest digest = sha256();
    files.stream()
        .map(f -> "%s %d %d\n".formatted(f.getPath(), f.getLen(), f.getModificationTime()))
        .sorted()
        .forEach(line -> digest.update(line.getBytes(UTF_8)));
    digest.update(
        "%s %s %s %s".formatted(plan.columns(), plan.format(), plan.keys(), plan.insertsMissing())
            .getBytes(UTF_8));
    return HexFormat.of().formatHex(digest.digest());
  }

  private void requireText(List<FileStatus> files) throws IOException {
    for (FileStatus file : files) {
      if (file.getLen() < MAGIC_BYTES) {
        continue;
      }
      byte[] magic = new byte[MAGIC_BYTES];
      try (FSDataInputStream in =
          file.getPath().getFileSystem(job.getConfiguration()).open(file.getPath())) {
        in.readFully(magic);
      } catch (FileNotFoundException e) {
        throw new IOException("the file %s is gone".formatted(file.getPath()), e);
      }
      String other = OTHER_FILES.get(new String(magic, UTF_8));
      if (other != null) {
        throw new IOException(
            "%s is a %s file: --direct exports text only; leave it out"
                .formatted(file.getPath(), other));
      }
      return;
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
