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
 * What a variant of the run works on, from which follows which limits are of interest.
 *
 * @param measures what the variant does with the rows
 * @param usesPostgres whether it does so with the run's PostgreSQL
 * @param table whose rows they are
 * @param dataset id of the dataset
 * @param folder holds the dataset's files
 * @param manifest what they are
 */
public record ProbeTarget(
    Measure measures,
    boolean usesPostgres,
    Table table,
    String dataset,
    Path folder,
    Manifest manifest) {
  /** What COPY of the files alone would take for something else, or a cut would break. */
  private static final Set<Trait> NOT_COPIED =
      EnumSet.of(Trait.QUOTED_LINE_ENDS, Trait.TYPE_BYTES, Trait.BOM);

  /** What targets share that have the same rows, however they are cut into files. */
  String rows() {
    return manifest.sha1() == null ? dataset : manifest.sha1();
  }

  boolean gzip() {
    return manifest.codec().startsWith("gzip");
  }

  /** Whether the harness can send the text of the files to PostgreSQL's COPY as it is. */
  boolean readable() {
    return (gzip() || manifest.codec().equals(Codec.NONE.toString()))
        && manifest.traits().stream().noneMatch(NOT_COPIED::contains);
  }

  /** Whether rows come to PostgreSQL. */
  boolean fillsPostgres() {
    return usesPostgres && (measures == Measure.LOAD || measures == Measure.EXPORT);
  }

  /** Whether rows come from PostgreSQL. */
  boolean readsPostgres() {
    return usesPostgres && measures == Measure.IMPORT;
  }
}
