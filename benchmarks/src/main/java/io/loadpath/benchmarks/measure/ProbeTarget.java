package io.loadpath.benchmarks.measure;

import io.loadpath.benchmarks.suite.Measure;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Manifest;
import io.loadpath.tables.Table;
import io.loadpath.tables.Trait;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/**
 * The work of a variant, which decides the limits to probe.
 *
 * @param measures the variant's kind
 * @param usesPostgres whether it uses the run's PostgreSQL
 * @param table the table of the rows
 * @param dataset the dataset's id
 * @param folder the folder of the dataset's files
 * @param manifest the files' manifest
 */
public record ProbeTarget(
    Measure measures,
    boolean usesPostgres,
    Table table,
    String dataset,
    Path folder,
    Manifest manifest) {
  /** Traits of files that COPY would misread, or that cutting the files would break. */
  private static final Set<Trait> NOT_COPIED =
      EnumSet.of(Trait.QUOTED_LINE_ENDS, Trait.TYPE_BYTES, Trait.BOM);

  /** Returns a key that is equal for targets with the same rows, whatever the number of files. */
  String rows() {
    return manifest.sha1() == null ? dataset : manifest.sha1();
  }

  boolean gzip() {
    return manifest.codec().startsWith("gzip");
  }

  /** Whether the harness can send the files to PostgreSQL's COPY unchanged. */
  boolean readable() {
    return (gzip() || manifest.codec().equals(Codec.NONE.toString()))
        && manifest.traits().stream().noneMatch(NOT_COPIED::contains);
  }

  /** Whether the variant writes rows into PostgreSQL. */
  boolean fillsPostgres() {
    return usesPostgres && (measures == Measure.LOAD || measures == Measure.EXPORT);
  }

  /** Whether the variant reads rows from PostgreSQL. */
  boolean readsPostgres() {
    return usesPostgres && measures == Measure.IMPORT;
  }
}
