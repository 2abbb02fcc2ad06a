package io.loadpath.benchmarks.run;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.service.Folders;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.PathFolder;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The environment of a path's steps. */
class PathStepsTest {
  private static final Path MADE_UP = Path.of("/made-up");

  @TempDir private Path parent;

  private Map<String, String> environment(String needs) throws IOException {
    String yaml =
        PathFolder.yaml("one")
            .replace("needs: []", "needs: [" + needs + "]")
            .replace("codec:", "fetch-size: [100]\n  codec:");
    LoadPath path = LoadPath.read(PathFolder.write(parent, "one", yaml));
    Map<String, String> caller =
        Map.ofEntries(
            entry("PATH", "/made-up/bin"),
            entry("HIVE_HOME", "/made-up/hive"),
            entry("HIVE_CONF_DIR", "/made-up/hive-conf"),
            entry("KRB5CCNAME", "FILE:/made-up/tickets"),
            entry("HADOOP_OPTS", "-Djava.security.krb5.conf=/made-up/krb5.conf"),
            entry("LOADPATH_TERMINAL", "wide"),
            entry("PGHOST", "production"),
            entry("PGSERVICE", "production"),
            entry("HADOOP_CONF_DIR", "/made-up/hadoop"),
            entry("YARN_CONF_DIR", "/made-up/hadoop"),
            entry("ORACLE_URL", "//host/service"),
            entry("ORACLE_PASSWORD_FILE", "/made-up/secret"),
            entry("ORACLE_HOME", "/made-up/oracle"));
    Map<String, String> reach =
        switch (needs) {
          case "postgres" ->
              Map.of("PGHOST", "127.0.0.1", "LOADPATH_PASSWORD_FILE", "/made-up/password");
          case "hadoop" ->
              Map.of("HADOOP_CONF_DIR", "/made-up/conf", "LOADPATH_WORK_URI", "hdfs://nn/work");
          default -> Map.of();
        };
    return PathSteps.environment(
        new RunPlace(
            MADE_UP.resolve("project"),
            MADE_UP.resolve("state"),
            caller,
            null,
            0,
            List.of(),
            List.of()),
        new Variant(path, path.definition().defaults()),
        new Folders(MADE_UP.resolve("run")),
        new RunData.Prepared(
            "id",
            MADE_UP.resolve("data"),
            null,
            Table.of("lineitem"),
            MADE_UP.resolve("scripts"),
            Map.of(),
            Map.of()),
        reach);
  }

  @Test
  void givesAPathItsPlacesAndParameters() throws IOException {
    assertThat(environment(""))
        .containsEntry("LOADPATH_ROOT", "/made-up/project")
        .containsEntry("LOADPATH_BUILD", "never")
        .containsEntry("LOADPATH_WORK", "/made-up/run/work")
        .containsEntry("LOADPATH_SERVER_DIR", "/made-up/run/server")
        .containsEntry("LOADPATH_DATA", "/made-up/data")
        .containsEntry("LOADPATH_DATA_URI", "file:///made-up/data")
        .containsEntry("LOADPATH_WORK_URI", "file:///made-up/run/work")
        .containsEntry("LOADPATH_TABLE", "lineitem")
        .containsEntry("LOADPATH_SCRIPTS", "/made-up/scripts")
        .containsEntry("LOADPATH_PARAM_FILES", "2")
        .containsEntry("LOADPATH_PARAM_FETCH_SIZE", "100")
        .containsEntry("PATH", "/made-up/bin")
        .containsEntry("HIVE_HOME", "/made-up/hive")
        .containsEntry("HIVE_CONF_DIR", "/made-up/hive-conf");
  }

  @Test
  void leadsAPathOnlyToTheDatabaseOrTheClusterThatItRunsOn() throws IOException {
    assertThat(environment(""))
        .doesNotContainKeys("PGHOST", "PGSERVICE", "LOADPATH_PASSWORD_FILE", "ORACLE_URL")
        .doesNotContainKeys("HADOOP_CONF_DIR", "YARN_CONF_DIR", "LOADPATH_TERMINAL");
    assertThat(environment("hadoop"))
        .containsEntry("HADOOP_CONF_DIR", "/made-up/conf")
        .containsEntry("LOADPATH_WORK_URI", "hdfs://nn/work")
        .doesNotContainKey("YARN_CONF_DIR")
        .containsEntry("KRB5CCNAME", "FILE:/made-up/tickets")
        .containsEntry("HADOOP_OPTS", "-Djava.security.krb5.conf=/made-up/krb5.conf");
    assertThat(environment("postgres"))
        .containsEntry("PGHOST", "127.0.0.1")
        .containsEntry("LOADPATH_PASSWORD_FILE", "/made-up/password")
        .doesNotContainKeys("PGSERVICE", "ORACLE_URL");
    assertThat(environment("oracle"))
        .containsEntry("ORACLE_URL", "//host/service")
        .containsEntry("ORACLE_PASSWORD_FILE", "/made-up/secret")
        .containsEntry("ORACLE_HOME", "/made-up/oracle")
        .doesNotContainKey("PGHOST");
  }
}
