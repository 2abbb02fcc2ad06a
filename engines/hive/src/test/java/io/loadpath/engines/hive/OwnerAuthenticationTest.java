package io.loadpath.engines.hive;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import javax.security.sasl.AuthenticationException;
import org.apache.hadoop.hive.conf.HiveConf;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerAuthenticationTest {
  private static final String OWNER = System.getProperty("user.name");

  @TempDir private Path folder;
  private Path file;
  private OwnerAuthentication authentication;

  @BeforeEach
  void write() throws Exception {
    file = Files.writeString(folder.resolve("password"), "right\n");
    HiveConf conf = new HiveConf();
    conf.set(OwnerAuthentication.PASSWORD_FILE, file.toString());
    authentication = new OwnerAuthentication(conf);
  }

  @Test
  void theOwnerGetsInWithThePassword() {
    assertThatCode(() -> authentication.Authenticate(OWNER, "right")).doesNotThrowAnyException();
  }

  @Test
  void othersAndOtherPasswordsDoNot() {
    assertRefused(OWNER, "wrong");
    assertRefused(OWNER, "");
    assertRefused(OWNER, null);
    assertRefused("anonymous", "right");
  }

  @Test
  void withoutTheFileNobodyGetsIn() throws Exception {
    Files.delete(file);
    assertRefused(OWNER, "right");
  }

  private void assertRefused(String user, String password) {
    assertThatThrownBy(() -> authentication.Authenticate(user, password))
        .isInstanceOf(AuthenticationException.class);
  }
}
