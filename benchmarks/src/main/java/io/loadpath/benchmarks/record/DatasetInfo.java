package io.loadpath.benchmarks.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.loadpath.datasets.Fingerprint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A dataset of the run. */
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
    Map<String, List<List<String>>> q1,
    @JsonInclude(JsonInclude.Include.NON_NULL) Integer columns,
    @JsonInclude(JsonInclude.Include.NON_NULL) List<String> traits) {
  private static final int DIGITS = 8;

  public DatasetInfo {
    Check.text("datasets.id", id);
    Check.text("datasets.dataset", dataset);
    Check.atLeast("datasets.rows", 0, rows);
    Check.atLeast("datasets.logicalBytes", 1, logicalBytes);
    Check.atLeast("datasets.wireBytes", 1, wireBytes);
    Check.atLeast("datasets.files", 1, files);
    Check.text("datasets.codec", codec);
    if (sha1 == null && fingerprint == null) {
      throw new IllegalArgumentException(
          "datasets.sha1 and datasets.fingerprint are both missing: one must identify the rows");
    }
    if (sha1 != null && !sha1.matches("[0-9a-f]{40}")) {
      throw new IllegalArgumentException(
          "datasets.sha1 is '" + sha1 + "', expected 40 lower-case hexadecimal digits");
    }
    if (q1 != null) {
      Map<String, List<List<String>>> copy = new LinkedHashMap<>();
      q1.forEach((delta, answer) -> copy.put(delta, Check.rows(answer)));
      q1 = Check.map("datasets.q1", copy);
    }
    Check.nullOrAtLeast("datasets.columns", 1, columns);
    traits = traits == null ? null : List.copyOf(traits);
  }

  public boolean own() {
    return columns != null;
  }

  /**
   * Returns a digest that is equal for datasets with the same rows, in any files and codec: {@code
   * sha1 4802b21c…}, or {@code fingerprint} and its digits.
   */
  public String digest() {
    return sha1 == null
        ? "fingerprint %016x of %d".formatted(fingerprint.row(), rows)
        : "sha1 " + sha1;
  }

  /** Returns the beginning of a {@link #digest}: {@code sha1 4802b21c}. */
  public static String shortDigest(String digest) {
    return digest.substring(0, digest.indexOf(' ') + 1 + DIGITS);
  }

  public boolean sameRows(DatasetInfo other) {
    return sha1 != null && other.sha1 != null
        ? sha1.equals(other.sha1)
        : rows == other.rows
            && fingerprint != null
            && other.fingerprint != null
            && fingerprint.differencesFrom(other.fingerprint).isEmpty();
  }
}
