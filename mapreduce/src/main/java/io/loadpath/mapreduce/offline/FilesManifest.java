package io.loadpath.mapreduce.offline;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;

/**
 * The file {@code manifest.json} of a load into files.
 *
 * @param table {@code SCHEMA.TABLE}
 * @param database {@code postgres} or {@code oracle}
 * @param format {@code binary}, {@code text} or {@code gzip}
 * @param sources files that the rows come from
 * @param rejectedRows rows of the sources that are not in the files
 * @param rows rows of the files
 */
public record FilesManifest(
    String table,
    @JsonProperty("for") String database,
    String format,
    List<Source> sources,
    long rejectedRows,
    long rows,
    List<PartitionEntry> partitions) {
  /** A file that rows come from. */
  public record Source(String path, long bytes) {}

  /**
   * A partition of the target, without files if it has no rows.
   *
   * @param fingerprint sum of the rows' {@link io.loadpath.rows.RowHash}, in hexadecimal digits
   */
  public record PartitionEntry(
      String name, long rows, long bytes, String fingerprint, List<FileEntry> files) {}

  /** A file of a partition; its name is relative to the manifest. */
  public record FileEntry(String name, long rows, long bytes, String sha256) {}

  String json() throws IOException {
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter().withObjectIndenter(lines).withArrayIndenter(lines);
    return new JsonMapper().writer(printer).writeValueAsString(this) + "\n";
  }

  /** The digests of all files, for {@code sha256sum -c}. */
  String sums() {
    StringBuilder sums = new StringBuilder();
    for (PartitionEntry partition : partitions) {
      for (FileEntry file : partition.files()) {
        sums.append(file.sha256()).append("  ").append(file.name()).append('\n');
      }
    }
    return sums.toString();
  }
}
