package io.loadpath.benchmarks.record;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * The shares of a loader's writers and partitions, as planned from a sample and as they came.
 * Shares are parts of all bytes, from 0 to 1; a margin is half the width of the interval of a
 * planned share, and null if the sample has no bound.
 *
 * @param mappers number of map tasks
 */
@JsonIgnoreProperties("commitMillis") // the run has the time of the whole load
public record LoadShares(
    int mappers, Sampled sample, List<Writer> writers, List<Partition> partitions) {

  /**
   * The sample.
   *
   * @param neededRows how many independent rows the wanted confidence takes
   * @param bounded whether its error is known
   */
  public record Sampled(long neededRows, long rows, long bytes, long millis, boolean bounded) {
    public Sampled {
      Check.atLeast("samples.load.sample.neededRows", 0, neededRows);
      Check.atLeast("samples.load.sample.rows", 0, rows);
      Check.atLeast("samples.load.sample.bytes", 0, bytes);
      Check.atLeast("samples.load.sample.millis", 0, millis);
    }
  }

  /** A writer, and what it sent. */
  @JsonIgnoreProperties("proofMillis") // no path proves its rows by the load
  public record Writer(
      double plannedShare,
      Double margin,
      double realShare,
      long rows,
      long rejectedRows,
      long bytes,
      long millis) {
    public Writer {
      Check.atLeast("samples.load.writers.rows", 0, rows);
      Check.atLeast("samples.load.writers.rejectedRows", 0, rejectedRows);
      Check.atLeast("samples.load.writers.bytes", 0, bytes);
      Check.atLeast("samples.load.writers.millis", 0, millis);
    }
  }

  /** A leaf partition of the target, and the rows that it got. */
  public record Partition(String name, double plannedShare, Double margin, long rows) {
    public Partition {
      Check.text("samples.load.partitions.name", name);
      Check.atLeast("samples.load.partitions.rows", 0, rows);
    }
  }

  public LoadShares {
    Check.atLeast("samples.load.mappers", 1, mappers);
    Check.present("samples.load.sample", sample);
    writers = Check.list("samples.load.writers", writers);
    partitions = Check.list("samples.load.partitions", partitions);
  }

  /** Returns the heaviest planned share, as a multiple of an even one. */
  public double plannedOverIdeal() {
    return writers.size() * writers.stream().mapToDouble(Writer::plannedShare).max().orElse(0);
  }

  /** Returns the heaviest real share, as a multiple of an even one. */
  public double realOverIdeal() {
    return writers.size() * writers.stream().mapToDouble(Writer::realShare).max().orElse(0);
  }
}
