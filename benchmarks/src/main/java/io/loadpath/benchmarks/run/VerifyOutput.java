package io.loadpath.benchmarks.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.loadpath.benchmarks.record.LoadShares;
import io.loadpath.benchmarks.record.MapLocality;
import io.loadpath.benchmarks.service.CountedCpu;
import io.loadpath.benchmarks.suite.Measure;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.datasets.Manifest;
import io.loadpath.tables.yaml.NearestName;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The JSON object that a path's {@code verify} prints. CONTRIBUTING.md explains each key; a missing
 * key is null.
 */
record VerifyOutput(
    Fingerprint fingerprint,
    Long storedBytes,
    List<List<String>> answer,
    Integer jobs,
    Integer tasks,
    Long shuffledBytes,
    MapLocality locality,
    LoadShares load,
    BigDecimal tolerance,
    CountedCpu databaseCpu,
    CountedCpu clusterCpu,
    List<String> notes) {
  private static final long LIMIT_BYTES = 16_000_000;

  /** Before a verify, or after a failed one. */
  static final VerifyOutput NONE =
      new VerifyOutput(null, null, null, null, null, null, null, null, null, null, null, null);

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
  private static final int SHOWN_CHARACTERS = 200;
  private static final String DEFAULT_DELTA = "90";

  /** Reads what verify printed into a file; see {@link #parse}. */
  static VerifyOutput read(Path printed) throws IOException, StepFailure {
    if (Files.size(printed) > LIMIT_BYTES) {
      throw StepFailure.ofVerify(
          "verify printed %d bytes instead of one JSON object".formatted(Files.size(printed)));
    }
    return parse(Files.readString(printed));
  }

  /**
   * Parses the output of verify.
   *
   * @throws StepFailure if it is not exactly one JSON object of this form
   */
  static VerifyOutput parse(String text) throws StepFailure {
    try {
      JsonNode tree = MAPPER.readTree(text);
      if (!tree.isObject()) {
        throw StepFailure.ofVerify("verify printed no JSON object but: " + shown(text));
      }
      return MAPPER.treeToValue(tree, VerifyOutput.class);
    } catch (UnrecognizedPropertyException e) {
      List<String> known = e.getKnownPropertyIds().stream().map(Object::toString).sorted().toList();
      throw StepFailure.ofVerify(
          "verify printed the unknown key '%s'%s"
              .formatted(e.getPropertyName(), NearestName.hint(e.getPropertyName(), known)));
    } catch (ValueInstantiationException e) {
      throw StepFailure.ofVerify("verify printed " + e.getCause().getMessage());
    } catch (JsonProcessingException e) {
      throw StepFailure.ofVerify("verify printed no JSON object but: " + shown(text));
    }
  }

  /**
   * Fails unless the rows that arrived equal the rows that were sent, or the answer is exact.
   *
   * @param manifest the manifest of the data that was sent
   * @throws StepFailure if they differ; the message shows how
   */
  void check(Variant variant, Manifest manifest) throws StepFailure {
    if (variant.path().definition().measures() == Measure.QUERY) {
      checkAnswer(variant, manifest);
    } else {
      checkRows(manifest);
    }
  }

  private void checkAnswer(Variant variant, Manifest manifest) throws StepFailure {
    if (answer == null) {
      throw StepFailure.ofVerify("verify printed no \"answer\", which a query must have");
    }
    String delta = variant.parameters().getOrDefault("delta", DEFAULT_DELTA);
    Map<String, List<List<String>>> answers = manifest.q1() == null ? Map.of() : manifest.q1();
    List<List<String>> expected = answers.get(delta);
    if (expected == null) {
      throw StepFailure.ofVerify(
          "the data's manifest has no answer for DELTA %s (it has: %s)"
              .formatted(delta, String.join(", ", answers.keySet())));
    }
    AnswerCheck.check(answer, expected, tolerance);
  }

  private void checkRows(Manifest manifest) throws StepFailure {
    if (fingerprint == null) {
      throw StepFailure.ofVerify(
          "verify printed no \"fingerprint\", which a load, import or export must have");
    }
    List<String> differences = fingerprint.differencesFrom(manifest.fingerprint());
    if (!differences.isEmpty()) {
      throw StepFailure.ofVerify(
          "the rows that arrived are not the rows that were sent: "
              + String.join(", ", differences));
    }
  }

  private static String shown(String text) {
    String line = text.strip();
    if (line.isEmpty()) {
      return "(nothing)";
    }
    return line.length() <= SHOWN_CHARACTERS ? line : line.substring(0, SHOWN_CHARACTERS) + " …";
  }
}
