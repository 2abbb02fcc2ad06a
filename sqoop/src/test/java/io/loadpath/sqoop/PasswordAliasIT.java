package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.ConnectionInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.alias.CredentialProvider;
import org.apache.hadoop.security.alias.CredentialProviderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs whose password is in a store as {@code hadoop credential create} makes it. */
class PasswordAliasIT extends ImportFixture {
  private static final String ALIAS = "postgres.password";
  private static final String WRONG = "postgres.old-password";

  private String store;

  @BeforeEach
  void makeStore() throws Exception {
    sql("CREATE TABLE imports.t (n int)");
    Path file = Database.server().newFolder().resolve("passwords.jceks");
    store =
        "-D%s=jceks://file%s".formatted(CredentialProviderFactory.CREDENTIAL_PROVIDER_PATH, file);
    Configuration conf = new Configuration(false);
    conf.set(CredentialProviderFactory.CREDENTIAL_PROVIDER_PATH, "jceks://file" + file);
    CredentialProvider passwords = CredentialProviderFactory.getProviders(conf).get(0);
    String password = Files.readString(Database.connection().passwordFile());
    passwords.createCredentialEntry(ALIAS, password.toCharArray());
    passwords.createCredentialEntry(WRONG, "wrong".toCharArray());
    passwords.flush();
  }

  private String[] as(String alias) {
    ConnectionInfo connection = Database.connection();
    return new String[] {
      store, "--username", connection.user(), "--password-alias", alias, "--table t -m 2"
    };
  }

  @Test
  void exportsAndImportsWithThePasswordOfAnAlias() throws Exception {
    Path files = Files.createDirectory(target.resolveSibling("files"));
    Files.writeString(files.resolve("part-0"), "1\n2\n3\n");

    SqoopJob.exports(files, with(as(ALIAS))).ok();
    imports(as(ALIAS)).ok();

    assertThat(SqoopJob.rows(target)).containsExactly("1", "2", "3");
  }

  @Test
  void saysWhatIsWrongWithAnAlias() throws Exception {
    assertThat(imports(as(WRONG)).failed().log()).contains("password authentication failed");
    imports(as("none")).failed();
    assertThat(target).doesNotExist();
  }
}
