package io.loadpath.benchmarks.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownProcessesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres: checkpointer",
        "postgres: checkpointer ",
        "postgres: background writer",
        "postgres: walwriter",
        "postgres: main: walwriter",
        "postgres: autovacuum launcher",
        "postgres: autovacuum worker loadpath",
        "postgres: archiver last was 000000010000000000000003"
      })
  void worksForAllBackends(String title) {
    assertThat(PostgresBackground.isBackground(title)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres: loadpath loadpath 127.0.0.1(40312) INSERT",
        "postgres: checkpointer loadpath 127.0.0.1(40312) idle",
        "postgres: parallel worker for PID 4711",
        "postgres: io worker 0",
        "/usr/lib/postgresql/bin/postgres -D data",
        "sh -c /opt/inflate-gzip.sh '/data/checkpointer'"
      })
  void worksForOne(String title) {
    assertThat(PostgresBackground.isBackground(title)).isFalse();
  }

  @Test
  void aDaemonIsKnownByItsMainClass() {
    String name = "org.apache.hadoop.hdfs.server.datanode.DataNode";
    assertThat(HadoopDaemons.isDaemon(List.of("java", "-Xmx1g", name))).isTrue();
    assertThat(HadoopDaemons.isDaemon(List.of("grep", name + ".log"))).isFalse();
    assertThat(HadoopDaemons.isDaemon(List.of("java", "org.apache.hadoop.util.RunJar", "q1.jar")))
        .isFalse();
  }
}
