package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.suite.Measure;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.datasets.Manifest;
import java.util.List;
import java.util.Map;

/** Compares what a path's {@code verify} found with what the data's manifest says. */
final class Verification {
  private static final String DELTA = "delta";
  private static final String DEFAULT_DELTA = "90";

  private Verification() {}

  /**
   * Passes if the rows that arrived are the rows that were sent, or the answer is the exact answer.
   *
   * @throws StepFailure saying what differs
   */
  static void check(VerifyOutput output, Variant variant, Manifest manifest) throws StepFailure {
    if (variant.path().definition().measures() == Measure.QUERY) {
      checkAnswer(output, variant, manifest);
    } else {
      checkRows(output, manifest);
    }
  }

  private static void checkAnswer(VerifyOutput output, Variant variant, Manifest manifest)
      throws StepFailure {
    if (output.answer() == null) {
      throw StepFailure.ofVerify("verify printed no \"answer\", which a query must have");
    }
    String delta = variant.parameters().getOrDefault(DELTA, DEFAULT_DELTA);
    Map<String, List<List<String>>> answers = manifest.q1() == null ? Map.of() : manifest.q1();
    List<List<String>> expected = answers.get(delta);
    if (expected == null) {
      throw StepFailure.ofVerify(
          "the data's manifest has no answer for DELTA %s (it has: %s)"
              .formatted(delta, String.join(", ", answers.keySet())));
    }
    AnswerCheck.check(output.answer(), expected, output.tolerance());
  }

  private static void checkRows(VerifyOutput output, Manifest manifest) throws StepFailure {
    if (output.fingerprint() == null) {
      throw StepFailure.ofVerify(
          "verify printed no \"fingerprint\", which a load, import or export must have");
    }
    List<String> differences = output.fingerprint().differencesFrom(manifest.fingerprint());
    if (!differences.isEmpty()) {
      throw StepFailure.ofVerify(
          "the rows that arrived are not the rows that were sent: "
              + String.join(", ", differences));
    }
  }
}
