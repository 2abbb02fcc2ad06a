package io.loadpath.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The options that name the user's databases. */
class DatabaseOptionsTest {
  private static final String URI = "oracle://loader@dbhost:1521/pdb1";
  private static final String JDBC = "jdbc:oracle:thin:@//dbhost:1521/pdb1";

  @TempDir private Path folder;

  @CommandLine.Command
  private static final class Holder {
    @CommandLine.Mixin private DatabaseOptions options;
  }

  private static DatabaseOptions options(String... arguments) {
    Holder holder = new Holder();
    new CommandLine(holder).parseArgs(arguments);
    return holder.options;
  }

  @Test
  void oraclesUriIsTheSameAsItsVariables() {
    assertThat(
            options("--oracle", URI, "--password-file", "/run/secret")
                .environment(Map.of("HOME", "/home/u", "ORACLE_USER", "other")))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "HOME", "/home/u",
                "ORACLE_URL", JDBC,
                "ORACLE_USER", "loader",
                "ORACLE_PASSWORD_FILE", "/run/secret"));
  }

  @Test
  void aJdbcUrlTakesTheUserFromTheVariable() {
    assertThat(options("--oracle", JDBC).environment(Map.of("ORACLE_USER", "loader")))
        .containsEntry("ORACLE_URL", JDBC);
    assertThatThrownBy(() -> options("--oracle", JDBC).environment(Map.of()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("names no user");
  }

  @Test
  void withoutTheOptionTheVariablesCount() {
    Map<String, String> variables = Map.of("ORACLE_URL", JDBC);

    assertThat(options().environment(variables)).isEqualTo(variables);
  }

  @ParameterizedTest
  @CsvSource({
    "oracle://loader:secret@dbhost:1521/pdb1",
    "jdbc:oracle:thin:loader/secret@//dbhost:1521/pdb1",
    "oracle://dbhost:1521/pdb1",
    "oracle://loader@dbhost:1521"
  })
  void anOracleUriWithAPasswordOrWithoutAPartIsRefusedAndNotRepeated(String uri) {
    assertThatThrownBy(() -> options("--oracle", uri).environment(Map.of()))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--oracle takes oracle://user@host:1521/service")
        .hasMessageNotContaining("secret");
  }

  @Test
  void aPasswordFileBelongsToOneDatabase() throws Exception {
    String file = Files.writeString(folder.resolve("secret"), "x").toString();

    assertThatThrownBy(
            () ->
                options(
                        "--postgres", "postgresql://u@h/d",
                        "--oracle", URI,
                        "--password-file", file)
                    .environment(Map.of()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("belongs to one database");
    assertThatThrownBy(() -> options("--password-file", file).given(Map.of()))
        .hasMessage("--password-file needs --postgres or --oracle");
    assertThatThrownBy(() -> options("--oracle", URI, "--schema", "s").given(Map.of()))
        .hasMessage("--schema needs --postgres");
  }

  @Test
  void theWordsRepeatTheOptions() {
    assertThat(options("--oracle", URI, "--password-file", "/run/secret").words(Map.of()))
        .isEqualTo(" --oracle " + URI + " --password-file /run/secret");
  }
}
