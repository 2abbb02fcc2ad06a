package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.record.MapLocality;
import io.loadpath.benchmarks.service.CountedCpu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerifyOutputTest {

  @Test
  void readsEverythingThatAVerifyMayTell() throws StepFailure {
    VerifyOutput output =
        VerifyOutput.parse(
            """
            {"fingerprint": {"rows": 3, "row": "00000000000000ff", "columns": {"mcc": "000000000000000a"}},
             "storedBytes": 8192, "answer": [["A", "F"]], "jobs": 2, "tasks": 4, "shuffledBytes": 475,
             "locality": {"maps": 3, "localMaps": 2},
             "tolerance": 1e-9, "databaseCpu": {"nanos": 1230000000, "source": "v$mystat"},
             "clusterCpu": {"nanos": 4560000000, "source": "CPU_MILLISECONDS"},
             "load": {"mappers": 2, "sample": {"neededRows": 0, "rows": 9, "bytes": 800, "millis": 3, "bounded": false},
                "writers": [{"plannedShare": 1, "margin": null, "realShare": 1, "rows": 3, "rejectedRows": 0,
                  "bytes": 90, "millis": 5, "proofMillis": 0}], "commitMillis": 7,
                "partitions": [{"name": "sale", "plannedShare": 1, "margin": null, "rows": 3}]},
             "notes": ["not parallel"]}
            """);

    assertThat(output.fingerprint().rows()).isEqualTo(3);
    assertThat(output.storedBytes()).isEqualTo(8192);
    assertThat(output.answer().get(0)).containsExactly("A", "F");
    assertThat(output.jobs()).isEqualTo(2);
    assertThat(output.tasks()).isEqualTo(4);
    assertThat(output.shuffledBytes()).isEqualTo(475);
    assertThat(output.locality()).isEqualTo(new MapLocality(3, 2));
    assertThat(output.load().realOverIdeal()).isEqualTo(1);
    assertThat(output.tolerance()).isEqualByComparingTo("0.000000001");
    assertThat(output.databaseCpu()).isEqualTo(new CountedCpu(1_230_000_000L, "v$mystat"));
    assertThat(output.clusterCpu()).isEqualTo(new CountedCpu(4_560_000_000L, "CPU_MILLISECONDS"));
    assertThat(output.notes()).containsExactly("not parallel");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "'' | no JSON object but: (nothing)",
        "3 | no JSON object but: 3",
        "'{} {}' | no JSON object but: {} {}",
        "'psql: could not connect' | no JSON object but: psql: could not connect",
        "'{\"fingreprint\": 1}' | unknown key 'fingreprint'; did you mean 'fingerprint'?",
        "'{\"fingerprint\": {\"rows\": 1}}' | not a fingerprint",
        "'{\"databaseCpu\": {\"source\": \"v$mystat\"}}' | a CPU time needs nanos",
        "'{\"databaseCpu\": {\"nanos\": -1, \"source\": \"v$mystat\"}}' | a CPU time needs nanos",
        "'{\"clusterCpu\": {\"nanos\": 1}}' | a CPU time needs nanos, 0 or more, and a source",
      })
  void rejectsEverythingElse(String printed, String message) {
    assertThatThrownBy(() -> VerifyOutput.parse(printed))
        .isInstanceOf(StepFailure.class)
        .hasMessageStartingWith("verify printed ")
        .hasMessageContaining(message);
  }

  @Test
  void showsTheStartOfALongText() {
    assertThatThrownBy(() -> VerifyOutput.parse("x".repeat(10_000)))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300).endsWith(" …"));
  }
}
