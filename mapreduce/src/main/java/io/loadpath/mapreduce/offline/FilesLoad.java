package io.loadpath.mapreduce.offline;

import io.loadpath.loads.LostAttempts;
import io.loadpath.mapreduce.load.LoadCounter;
import io.loadpath.mapreduce.load.LoadPlan;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Leaf;
import io.loadpath.mapreduce.offline.FilesManifest.FileEntry;
import io.loadpath.mapreduce.offline.FilesManifest.PartitionEntry;
import io.loadpath.mapreduce.offline.FilesManifest.Source;
import io.loadpath.tables.scripts.Dialect;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Loads into files instead of a database. The folder then has, for each partition, one sorted file
 * of each of its writers; {@code manifest.json} and {@code SHA256SUMS}; the scripts that load the
 * files; and {@code _SUCCESS}, which is written last. A load that fails leaves the folder as it
 * was. If the client is killed, a folder without {@code _SUCCESS} may stay.
 */
public final class FilesLoad {
  private final Job job;
  private final FilesFormat format;
  private final FilesTarget target;
  private final FilesFolder folder;

  /**
   * Sets the job's output.
   *
   * @param job with the plan and {@link FilesReducer}: {@link LoadPlan#addTo}
   * @param output is not there, or empty
   * @throws IOException if the folder has files, or the database does not read the format
   */
  public FilesLoad(Job job, Path output, FilesFormat format, FilesTarget target)
      throws IOException {
    if (target.dialect() == Dialect.ORACLE && format == FilesFormat.BINARY) {
      throw new IOException("format binary is PostgreSQL's COPY: for Oracle, choose text or gzip");
    }
    this.job = job;
    this.format = format;
    this.target = target;
    FilesPlan plan = FilesPlan.of(target, format);
    folder = new FilesFolder(output, plan, job.getConfiguration());
    plan.putInto(job.getConfiguration());
    job.getConfiguration().setBoolean(FileOutputCommitter.SUCCESSFUL_JOB_OUTPUT_DIR_MARKER, false);
    job.setOutputFormatClass(FilesOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
  }

  /**
   * Runs the job, and writes the manifest and the scripts.
   *
   * @throws IOException if the job fails; nothing of it is left in the folder
   */
  public FilesManifest run() throws IOException, InterruptedException, ClassNotFoundException {
    boolean complete = false;
    try {
      boolean succeeded = job.waitForCompletion(true);
      Set<String> failures = folder.takeFailures();
      if (!succeeded) {
        throw new IOException("the job failed, and nothing is in the folder: " + reason(failures));
      }
      FilesManifest manifest = manifest();
      folder.write("manifest.json", manifest.json());
      folder.write("SHA256SUMS", manifest.sums());
      writeScripts(manifest);
      folder.markComplete();
      complete = true;
      return manifest;
    } finally {
      if (!complete) {
        folder.discard(job.getNumReduceTasks());
      }
    }
  }

  /** Returns why tasks failed, by themselves or else by the cluster. */
  private String reason(Set<String> failures) throws IOException, InterruptedException {
    return failures.isEmpty()
        ? LostAttempts.firstOf(job).orElse(job.getStatus().getFailureInfo())
        : failures.iterator().next();
  }

  private void writeScripts(FilesManifest manifest) throws IOException {
    if (target.dialect() == Dialect.POSTGRES) {
      folder.write(PostgresScript.NAME, new PostgresScript(target, format).text(manifest));
      return;
    }
    OracleScripts scripts = new OracleScripts(target, format);
    for (var script : scripts.texts(manifest).entrySet()) {
      folder.write(script.getKey(), script.getValue());
    }
  }

  private FilesManifest manifest() throws IOException {
    LoadPlan plan = LoadPlan.from(job.getConfiguration());
    List<Source> sources = new ArrayList<>();
    for (String file : plan.files()) {
      Path path = new Path(file);
      long bytes = path.getFileSystem(job.getConfiguration()).getFileStatus(path).getLen();
      sources.add(new Source(file, bytes));
    }
    Map<Integer, List<PartFile>> parts =
        folder.takeLists(job.getNumReduceTasks()).stream()
            .collect(Collectors.groupingBy(PartFile::partition));
    List<PartitionEntry> partitions = new ArrayList<>();
    long rows = 0;
    for (Leaf leaf : target.partitions().leaves()) {
      PartitionEntry entry = entry(leaf, parts.getOrDefault(leaf.number(), List.of()));
      partitions.add(entry);
      rows += entry.rows();
    }
    long copied = count(LoadCounter.COPIED_ROWS);
    if (rows != copied) {
      throw new IOException(
          "the files have %d rows, and the reducers wrote %d".formatted(rows, copied));
    }
    return new FilesManifest(
        target.schema() + "." + target.table(),
        target.dialect().name().toLowerCase(Locale.ROOT),
        format.name().toLowerCase(Locale.ROOT),
        sources,
        count(LoadCounter.REJECTED_ROWS),
        rows,
        partitions);
  }

  private static PartitionEntry entry(Leaf leaf, List<PartFile> parts) {
    List<FileEntry> files = new ArrayList<>();
    long rows = 0;
    long bytes = 0;
    long hash = 0;
    for (PartFile part : parts) {
      hash += part.hash();
      files.add(new FileEntry(part.name(), part.rows(), part.bytes(), part.sha256()));
      rows += part.rows();
      bytes += part.bytes();
    }
    return new PartitionEntry(leaf.name(), rows, bytes, HexFormat.of().toHexDigits(hash), files);
  }

  private long count(LoadCounter counter) throws IOException {
    return job.getCounters().findCounter(counter).getValue();
  }
}
