package io.loadpath.benchmarks.limits;

import io.loadpath.benchmarks.path.Measure;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Manifest;
import java.nio.file.Path;

/**
 * What a variant of the run works on, from which follows which limits are of interest.
 *
 * @param measures what the variant does with the rows
 * @param usesPostgres whether it does so with the run's PostgreSQL
 * @param dataset id of the dataset
 * @param folder holds the dataset's files
 * @param manifest what they are
 */
public record ProbeTarget(
    Measure measures, boolean usesPostgres, String dataset, Path folder, Manifest manifest) {

  /** What targets share that have the same rows, however they are cut into files. */
  String rows() {
    return manifest.sha1() == null ? dataset : manifest.sha1();
  }

  boolean gzip() {
    return manifest.codec().startsWith("gzip");
  }

  /** Whether the harness reads the text of the files itself. */
  boolean readable() {
    return gzip() || manifest.codec().equals(Codec.NONE.toString());
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
