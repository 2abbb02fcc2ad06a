package io.loadpath.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.benchmarks.service.UserFixture;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.StateFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What doctor and a dry run say about a user's server, for a superuser and for a poor role. */
@Timeout(120)
@ExtendWith(SharedServer.class)
class ServerDoctorIT {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @RegisterExtension final Printed printed = new Printed();

  private final Map<String, String> environment = new LinkedHashMap<>();
  private TestServer test;

  @BeforeEach
  void makeState() throws Exception {
    test = UserFixture.server();
    Path state = test.newFolder();
    Owner.mode(state, "rwxr-xr-x");
    Files.createFile(state.resolve(StateFolder.MARKER));
    environment.put("LOADPATH_ROOT", ROOT.toString());
    environment.put("LOADPATH_STATE", state.toString());
    environment.put("PGPASSWORD", UserFixture.PASSWORD);
  }

  private String superuser() throws Exception {
    environment.put("PGPASSWORD", Files.readString(test.server.connection().passwordFile()));
    return UserFixture.uri(test.server.connection().user(), "shop");
  }

  private String run(int code, String... arguments) {
    assertThat(Commands.execute(environment, arguments)).as(printed.err()).isEqualTo(code);
    return printed.out();
  }

  private String objects() {
    return test.sql("SELECT count(*) FROM pg_class")
        + test.sql("SELECT count(*) FROM pg_namespace");
  }

  @Test
  void aSuperuserOnThisMachineMayRunEveryPathThatIsThere() throws Exception {
    String before = objects();

    JsonNode found =
        new ObjectMapper().readTree(run(0, "doctor", "--postgres", superuser(), "--json"));

    assertThat(found.fieldNames())
        .toIterable()
        .containsExactly("server", "rights", "settings", "link", "cpu", "paths");
    assertThat(line(found, "server", "version").get("version").asText()).startsWith("18.");
    assertThat(found.get("rights")).allMatch(right -> right.get("good").asBoolean());
    assertThat(line(found, "link", "round trip").get("version").asText()).endsWith(" ms");
    assertThat(line(found, "link", "to the server").get("version").asText()).endsWith("B/s");
    assertThat(line(found, "cpu", "instrument").get("version").asText()).isEqualTo("proc-tree");
    assertThat(path(found, "copy-load-postgres")).isEqualTo("runs ");
    assertThat(path(found, "external-table-load-postgres")).startsWith("runs");
    assertThat(objects()).isEqualTo(before);
  }

  private static JsonNode line(JsonNode found, String heading, String name) {
    List<JsonNode> lines = new ArrayList<>();
    found.get(heading).forEach(lines::add);
    return lines.stream().filter(l -> l.get("name").asText().equals(name)).findAny().orElseThrow();
  }

  private static String path(JsonNode found, String name) {
    JsonNode line = line(found, "paths", name);
    return line.get("version").asText() + " " + line.get("note").asText();
  }

  @Test
  void aRoleWithoutFilesRunsThePathsOfTheClient() {
    test.sql("ALTER ROLE ann SET statement_timeout = '9s'");
    String text;
    try {
      text = run(0, "doctor", "--postgres", UserFixture.uri("ann", "shop"));
    } finally {
      test.sql("ALTER ROLE ann RESET statement_timeout");
    }

    assertThat(text)
        .containsPattern("^Server\n  address +127.0.0.1:\\d+/shop +role ann\n")
        .contains("\nCPU\n")
        .containsPattern("superuser +no +not needed")
        .containsPattern("pg_read_server_files +no +external tables")
        .containsPattern("CHECKPOINT +no +the time until rows are durable is not known")
        .containsPattern("fsync +on\n")
        .containsPattern("max_connections +\\d+ +\\d+ free for you")
        .containsPattern("copy-load-postgres +runs")
        .containsPattern("statement_timeout +9s +a statement that loads longer is ended")
        .containsPattern("target +usable +a run makes one schema, and drops it")
        .doesNotContain(UserFixture.PASSWORD);
    assertThat(text.lines()).last().asString().startsWith("Ready: bin/loadpath run --postgres ");
  }

  @Test
  void aRoleThatMayMakeNoSchemaIsTheFirstThingToRepair() {
    String text = run(1, "doctor", "--postgres", UserFixture.uri("ann", "postgres"));

    assertThat(text)
        .containsPattern("target +not usable +PostgreSQL at 127.0.0.1:\\d+, database postgres")
        .containsPattern("CREATE on the database +no +a run needs --schema")
        .containsPattern("copy-load-postgres +not run +the target is not usable");
    assertThat(text.lines()).last().asString().startsWith("Not ready. First, target: ");
  }

  @Test
  void aServerThatRefusesThePasswordIsAnErrorWithAdvice() {
    environment.put("PGPASSWORD", "wrong");

    run(1, "doctor", "--postgres", UserFixture.uri("ann", "shop"));

    assertThat(printed.out()).isEmpty();
    assertThat(printed.err()).contains("cannot connect to postgresql://ann@", "--password-file");
  }

  @Test
  void aDryRunAsksTheServer() {
    String uri = UserFixture.uri("ann", "shop");

    assertThat(run(0, dryRun(uri, "copy-load-postgres", "postgres-q1")))
        .containsPattern("\nruns    copy-load-postgres")
        .containsPattern("\nwrites  about [0-9.]+ .B into PostgreSQL in \\d+ rounds?")
        .containsPattern("\ntime    about \\d+ (seconds|minutes), an estimate by ");
    run(1, dryRun(UserFixture.uri("ann", "postgres"), "copy-load-postgres"));
    assertThat(printed.err()).contains("cannot be the target");
  }

  private static String[] dryRun(String uri, String... paths) {
    List<String> words = new ArrayList<>(List.of("run", "--dry-run", "--postgres", uri));
    Arrays.stream(paths).forEach(path -> words.addAll(List.of("--only", path)));
    return words.toArray(String[]::new);
  }
}
