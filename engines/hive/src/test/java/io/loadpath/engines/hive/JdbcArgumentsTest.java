package io.loadpath.engines.hive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdbcArgumentsTest {
  private static final String URL = "jdbc:hive2://host:10000/default;user=x;password=secret";

  private static JdbcArguments parse(String line) throws JdbcArguments.UsageException {
    return JdbcArguments.parse(line.split(" "));
  }

  @Test
  void variablesAndSettingsAreForTheConnection() throws Exception {
    JdbcArguments arguments =
        parse(
            "--hivevar a=1=2 -d b=c --define e= --hiveconf hive.x=y -i first -u "
                + URL
                + " -f second --database d -w file -S");

    assertThat(arguments.properties())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("hivevar:a", "1=2", "hivevar:b", "c", "hivevar:e", "", "hiveconf:hive.x", "y"));
    assertThat(arguments.files()).containsExactly("first", "second");
    assertThat(arguments.database()).isEqualTo("d");
    assertThat(arguments.passwordFile()).isEqualTo("file");
    assertThat(arguments.silent()).isTrue();
  }

  @Test
  void theUserIsTheCallerUnlessNamed() throws Exception {
    assertThat(parse("-e q -u " + URL).user()).isEqualTo(System.getProperty("user.name"));
    assertThat(parse("-e q -n other -u " + URL).user()).isEqualTo("other");
  }

  @Test
  void aMessageNamesTheServerWithoutThePassword() throws Exception {
    assertThat(parse("-e q -u " + URL).server()).isEqualTo("jdbc:hive2://host:10000/default");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-u jdbc:hive2://h/d | -u needs a file (-f) or a query (-e)",
        "-u jdbc:hive2://h/d -e q -f f | -u needs a file (-f) or a query (-e)",
        "-u http://h/ -e q | -u needs jdbc:hive2://HOST:PORT/DATABASE, not http://h/",
        "-u jdbc:hive2://h/d -e q more | unknown argument more",
        "-u jdbc:hive2://h/d -e q --hivevr a=b | Unrecognized option: --hivevr",
        "-e q -u | Missing argument for option: u",
      })
  void wrongUsageIsSaid(String line, String message) {
    assertThatThrownBy(() -> parse(line)).hasMessage(message);
  }
}
