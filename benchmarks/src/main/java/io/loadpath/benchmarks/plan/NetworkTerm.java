package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.record.MapLocality;

/**
 * The time that a job's bytes occupy the links of its cluster. Each worker and the database have a
 * link. The bytes are spread evenly over the workers, and no other work overlaps with them.
 *
 * @param betweenWorkers bytes of shuffle and files that cross links between workers
 * @param toDatabase bytes of rows
 */
public record NetworkTerm(double betweenWorkers, double toDatabase, int workers) {
  /**
   * Returns the term of a job.
   *
   * @param shuffledBytes fetched by reducers
   * @param fileBytes that its maps read
   * @param toDatabase bytes of rows; 0 if the job brings none into a database
   */
  public static NetworkTerm of(
      long shuffledBytes, MapLocality locality, int workers, double fileBytes, double toDatabase) {
    double shuffled = shuffledBytes * (workers - 1.0) / workers;
    double remote = Math.max(0, locality.maps() - locality.localMaps()) / (double) locality.maps();
    return new NetworkTerm(shuffled + remote * fileBytes, toDatabase, workers);
  }

  /** Returns the seconds over links of a rate. */
  public double seconds(double bytesPerSecond) {
    return (betweenWorkers / workers + toDatabase) / bytesPerSecond;
  }
}
