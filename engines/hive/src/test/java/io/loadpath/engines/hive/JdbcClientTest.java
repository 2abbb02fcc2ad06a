package io.loadpath.engines.hive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.hive.JdbcClient.Source;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdbcClientTest {
  private static final String URL = "jdbc:hive2://127.0.0.1:10000/default";

  @TempDir private Path folder;

  @Test
  void aFileThatIsNamedTwiceRunsTwice() throws Exception {
    String file = Files.writeString(folder.resolve("a.hql"), "SELECT 1;\n").toString();
    JdbcArguments arguments =
        JdbcArguments.parse("-u", URL, "--database", "shop", "-i", file, "-f", file);

    assertThat(JdbcClient.sources(arguments))
        .startsWith(
            new Source("--database", List.of("USE `shop`")),
            new Source(file, List.of("SELECT 1")),
            new Source(file, List.of("SELECT 1")));
  }

  @Test
  void aFileThatCannotBeReadIsNamed() throws Exception {
    JdbcArguments arguments = JdbcArguments.parse("-u", URL, "-f", "/nowhere.hql");

    assertThatThrownBy(() -> JdbcClient.sources(arguments))
        .hasMessageStartingWith("cannot read the file /nowhere.hql (");
  }

  @Test
  void aSessionThatDoesNotEndWellIsNoFailure() {
    Connection connection =
        (Connection)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                  throw new SQLException("the server is gone");
                });

    assertThatCode(() -> JdbcClient.close(connection)).doesNotThrowAnyException();
  }
}
