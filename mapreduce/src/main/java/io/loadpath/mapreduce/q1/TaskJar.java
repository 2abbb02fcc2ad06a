package io.loadpath.mapreduce.q1;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;

/**
 * The jar of a job without the libraries, of which Q1's tasks need none: a small part to send to
 * each node of a cluster.
 */
final class TaskJar {
  private static final String LIBRARIES = "io/loadpath/shaded/";

  private TaskJar() {}

  /** Gives a job on a cluster such a jar, a temporary file up to the end of the JVM. */
  static void giveTo(Job job) throws IOException {
    String framework = job.getConfiguration().get(MRConfig.FRAMEWORK_NAME);
    boolean local = job.getJar() != null && Files.isRegularFile(Path.of(job.getJar()));
    if (local && MRConfig.YARN_FRAMEWORK_NAME.equals(framework)) {
      Path file = Files.createTempFile("loadpath-tasks-", ".jar");
      file.toFile().deleteOnExit();
      copy(Path.of(job.getJar()), file);
      job.setJar(file.toString());
    }
  }

  /** Copies the entries uncompressed: to compress them takes longer than to send them. */
  static void copy(Path from, Path to) throws IOException {
    try (ZipFile all = new ZipFile(from.toFile());
        ZipOutputStream out =
            new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(to)))) {
      List<? extends ZipEntry> kept =
          all.stream().filter(entry -> !entry.getName().startsWith(LIBRARIES)).toList();
      for (ZipEntry entry : kept) {
        ZipEntry copy = new ZipEntry(entry.getName());
        copy.setMethod(ZipEntry.STORED);
        copy.setSize(entry.getSize());
        copy.setCrc(entry.getCrc());
        out.putNextEntry(copy);
        all.getInputStream(entry).transferTo(out);
      }
    }
  }
}
