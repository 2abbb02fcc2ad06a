package io.loadpath.engines.hive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.events.ConfigChangeEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectSqlStaysOffTest {
  private final Configuration session = new Configuration(false);
  private final DirectSqlStaysOff listener = new DirectSqlStaysOff(session);

  private ConfigChangeEvent change(String key, String from, String to) {
    IHMSHandler handler =
        (IHMSHandler)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {IHMSHandler.class},
                (proxy, method, arguments) -> session); // of all methods, getConf is called
    session.set(key, to);
    return new ConfigChangeEvent(handler, key, from, to);
  }

  @ParameterizedTest
  @ValueSource(strings = {"metastore.try.direct.sql", "hive.metastore.try.direct.sql"})
  void aClientCannotTurnItOn(String key) {
    ConfigChangeEvent event = change(key, "false", "true");

    assertThatThrownBy(() -> listener.onConfigChange(event))
        .isInstanceOf(MetaException.class)
        .hasMessage(key + " cannot be changed here");
    assertThat(session.get(key)).isEqualTo("false");
  }

  @Test
  void otherSettingsAreTheClients() throws MetaException {
    listener.onConfigChange(change("metastore.client.socket.timeout", "600", "60"));

    assertThat(session.get("metastore.client.socket.timeout")).isEqualTo("60");
  }
}
