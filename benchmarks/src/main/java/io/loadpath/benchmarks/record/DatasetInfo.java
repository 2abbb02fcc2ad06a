package io.loadpath.benchmarks.record;

import io.loadpath.datasets.Fingerprint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The data that variants of this run worked on.
 *
 * @param id for example {@code all-card-trans-1000000-2parts}
 * @param dataset {@code lineitem} or {@code all-card-trans}
 * @param logicalBytes uncompressed text
 * @param wireBytes sum of the file sizes
 * @param codec {@code none}, or for example {@code gzip-3}
 * @param sha1 of the whole uncompressed text, parts in order
 * @param fingerprint null when the dataset has none
 * @param q1 exact rows of the pricing summary by DELTA; null for a dataset without it
 */
public record DatasetInfo(
    String id,
    String dataset,
    long rows,
    long logicalBytes,
    long wireBytes,
    int files,
    String codec,
    String sha1,
    Fingerprint fingerprint,
    Map<String, List<List<String>>> q1) {

  public DatasetInfo {
    Check.text("datasets.id", id);
    Check.text("datasets.dataset", dataset);
    Check.atLeast("datasets.rows", 0, rows);
    Check.atLeast("datasets.logicalBytes", 1, logicalBytes);
    Check.atLeast("datasets.wireBytes", 1, wireBytes);
    Check.atLeast("datasets.files", 1, files);
    Check.text("datasets.codec", codec);
    if (sha1 == null || !sha1.matches("[0-9a-f]{40}")) {
      throw new IllegalArgumentException(
          "datasets.sha1 is '" + sha1 + "', expected 40 lower-case hexadecimal digits");
    }
    if (q1 != null) {
      Map<String, List<List<String>>> copy = new LinkedHashMap<>();
      q1.forEach((delta, answer) -> copy.put(delta, Check.rows(answer)));
      q1 = Check.map("datasets.q1", copy);
    }
  }
}
