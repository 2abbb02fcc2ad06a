package io.loadpath.benchmarks.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The harness's side of a session with a cluster, which a script plays. */
@Timeout(60)
class ClusterClientTest {
  private static final String HELLO =
      "printf 'ok\\thdfs://u:secret@nn1:8020/user/ann/loadpath\\trm:8032\\t3\\t4096\\t6\\t3.4.3\\n"
          + "'\n";

  @TempDir private Path folder;

  private ClusterClient client(String script) throws IOException {
    return client(script, Duration.ofSeconds(60));
  }

  private ClusterClient client(String script, Duration answerLimit) throws IOException {
    Path program = Files.createDirectories(folder.resolve("engines/bin")).resolve("hadoop");
    Files.writeString(program, "#!/bin/bash\n" + script);
    Owner.mode(program, "rwxr-xr-x");
    Map<String, String> environment = Map.of("PATH", System.getenv("PATH"));
    return new ClusterClient(folder, environment, folder.resolve("log"), answerLimit);
  }

  @Test
  void theClusterDescribesItselfWithoutItsSecrets() throws IOException {
    try (ClusterClient client = client(HELLO + "cat >/dev/null")) {
      assertThat(client.description().workers()).isEqualTo(3);
      assertThat(client.description().scheduler()).isEqualTo("rm:8032");
      assertThat(client.description().schedulerHere()).isFalse();
      assertThat(client.description().fileSystem()).isEqualTo("hdfs://nn1:8020");
    }
  }

  @ParameterizedTest
  @CsvSource({"127.0.0.1:8032, true", "0.0.0.0:8032, true", "'rm1,rm2', false"})
  void aSchedulerMayBeHere(String address, boolean here) {
    assertThat(
            new ClusterClient.Description("hdfs://nn1/user/ann", address, 1, 1, 1, "")
                .schedulerHere())
        .isEqualTo(here);
  }

  @Test
  void aQuestionHasTheWordsOfItsAnswer() throws IOException {
    String echo = "while IFS= read -r line; do printf 'ok\\t%s\\n' \"$line\"; done";
    try (ClusterClient client = client(HELLO + echo)) {
      assertThat(client.ask("make", "a b")).containsExactly("make", "a b");
      assertThat(client.ask("end")).containsExactly("end");
    }
  }

  @Test
  void anAnswerThatComesTooLateEndsTheSessionAndTheNextQuestionOpensAnother() throws IOException {
    String firstIsSlow =
        "while read -r line; do [ $line != slow ] || exec sleep 60; printf 'ok\\t%s\\n"
            + "' $line; done";
    try (ClusterClient client = client(HELLO + firstIsSlow, Duration.ofSeconds(5))) {
      assertThatThrownBy(() -> client.ask("slow")).hasMessageStartingWith("no answer in 5 s");
      assertThat(client.ask("quick")).containsExactly("quick");
      assertThat(client.ask("again")).containsExactly("again");
    }
  }

  @Test
  void anErrorOfTheClusterIsTheMessage() {
    assertThatThrownBy(() -> client("printf 'error\\tno NameNode answers\\n'"))
        .isInstanceOf(ServiceException.class)
        .hasMessage("no NameNode answers");
  }

  @Test
  void aClientThatEndsShowsTheEndOfItsLog() {
    assertThatThrownBy(() -> client("echo 'no JDK here' >&2; exit 1"))
        .isInstanceOf(ServiceException.class)
        .hasMessage("Hadoop's client ended: no JDK here");
  }
}
