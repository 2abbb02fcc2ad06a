package io.loadpath.hive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The fingerprint in Hive's SQL against Java's: over rows as they are, and over rows that are lost,
 * doubled or altered in one field ({@link TypedCases}).
 */
class FingerprintIT {
  private static Map<String, Fingerprint> expected;

  static String script(Path folder) throws IOException {
    TypedCases typed = new TypedCases(folder);
    typed.addEveryType();
    typed.addDatesAsText();
    typed.addManyColumns();
    typed.addOddNames();
    expected = typed.expected();
    return "CREATE DATABASE fingerprints;\nUSE fingerprints;\n" + typed.script();
  }

  /** Java's tests show that these fingerprints differ where one value of one row does. */
  @Test
  void equalsJavasOverAnyRows() throws IOException {
    Program.Outcome session = SharedSession.of(FingerprintIT.class);
    List<String> answers = session.out().lines().toList();
    assertThat(answers).as(session.err()).hasSameSizeAs(expected.keySet());
    Iterator<String> answer = answers.iterator();
    for (Map.Entry<String, Fingerprint> rows : expected.entrySet()) {
      Fingerprint found = Fingerprint.fromJson(new ObjectMapper().readTree(answer.next()));
      assertThat(found.differencesFrom(rows.getValue())).as(rows.getKey()).isEmpty();
    }
  }
}
