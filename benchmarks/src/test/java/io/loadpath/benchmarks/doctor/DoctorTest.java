package io.loadpath.benchmarks.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DoctorTest {
  @Test
  void aJdkThatWasNeverTriedIsSaidToBe() {
    assertThat(Doctor.testedJdks(17)).isEqualTo(" (tested: 17 and 25)");
    assertThat(Doctor.testedJdks(25)).isEqualTo(" (tested: 17 and 25)");
    assertThat(Doctor.testedJdks(24)).startsWith(" (not tested; 17 and 25 are: set JAVA_HOME");
  }
}
