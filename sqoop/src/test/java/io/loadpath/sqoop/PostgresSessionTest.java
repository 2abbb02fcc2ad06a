package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresSessionTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://db.example:5432/d",
        "jdbc:postgresql://db.example/d?sslmode=require",
        "jdbc:postgresql://localhost,10.0.0.7:5433/d",
      })
  void warnsWhereNothingChecksAServerElsewhere(String url) {
    assertThat(PostgresSession.exposure(url, null))
        .hasValueSatisfying(
            text -> assertThat(text).contains("sslmode=verify-full").doesNotContain("localhost"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://db.example:5432/d?sslmode=verify-full",
        "jdbc:postgresql://127.0.0.1:5432/d",
        "jdbc:postgresql://[::1]:5432/d",
        "jdbc:postgresql://localhost/d",
        "jdbc:postgresql:d",
        "jdbc:mysql://db.example/d",
      })
  void saysNothingOfThisMachineOrOfACheckedServer(String url) {
    assertThat(PostgresSession.exposure(url, null)).isEmpty();
  }

  @Test
  void readsTheModeAmongTheParameters() {
    Properties parameters = new Properties();
    parameters.setProperty("sslmode", "verify-ca");
    assertThat(PostgresSession.exposure("jdbc:postgresql://db.example/d", parameters)).isEmpty();
  }
}
