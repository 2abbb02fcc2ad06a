package io.loadpath.loads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class CodedTest {
  private final Configuration conf = new Configuration(false);

  private record Plan(String query, List<Object> parts) implements Serializable {}

  @Test
  void keepsCharactersThatAConfigurationCannotHold() throws IOException {
    Plan plan =
        new Plan("\u0001\u0000${user.name}<", List.of(1L, Map.of('\b', new byte[0].length)));
    Coded.put(conf, "plan", plan);
    assertThat(Coded.get(conf, "plan", Plan.class)).isEqualTo(plan);
  }

  @Test
  void readsNoClassesOfOthers() throws IOException {
    Coded.put(conf, "plan", new Plan("", List.of(new Path("/"))));
    assertThatThrownBy(() -> Coded.get(conf, "plan", Plan.class))
        .isInstanceOf(InvalidClassException.class)
        .hasMessageContaining("REJECTED");
    Coded.put(conf, "paths", new Path[0]);
    assertThatThrownBy(() -> Coded.get(conf, "paths", Path[].class))
        .isInstanceOf(InvalidClassException.class);
  }

  @Test
  void saysThatTheJobWasNotStartedWithSqoop() {
    assertThatThrownBy(() -> Coded.get(conf, "plan", Plan.class))
        .hasMessageContaining("plan: start it with Sqoop or the command load");
  }

  /** As Hadoop logs it, so that a task's log says what it reads. */
  @Test
  void aShareNamesItsWork() {
    assertThat(new Share(new String[] {"part-0", "part-1"}, 2, List.of()))
        .hasToString("[part-0, part-1]");
  }
}
