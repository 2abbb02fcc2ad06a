package io.loadpath.engines.postgres.libpq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {
  @TempDir private Path home;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void setHome() {
    environment.put("HOME", home.toString());
    environment.put("PGUSER", "login");
  }

  private Target target(String value) {
    return Target.parse(value, Optional.empty(), environment);
  }

  private Path file(String name, String mode, String text) throws IOException {
    Path file = Files.writeString(home.resolve(name), text);
    Owner.mode(file, mode);
    return file;
  }

  private Optional<String> password() {
    return target("postgresql://ann@db:6432/shop").password();
  }

  @ParameterizedTest
  @CsvSource({
    "postgresql://ann@db:6432/shop, postgresql://ann@db:6432/shop?sslmode=prefer",
    "postgres://db, postgresql://login@db:5432/login?sslmode=prefer",
    "postgresql://a%40b@db/my%20shop, postgresql://a%40b@db:5432/my%20shop?sslmode=prefer",
    "postgresql://[::1]:7/shop, postgresql://login@[::1]:7/shop?sslmode=prefer",
    "postgresql://[fe80::1]/shop, postgresql://login@[fe80::1]:5432/shop?sslmode=prefer",
    "postgresql:///shop?host=db&port=7&user=ann, postgresql://ann@db:7/shop?sslmode=prefer",
    "postgresql://db/shop?ssl=true, postgresql://login@db:5432/shop?sslmode=require",
    "postgresql://db/shop?connect_timeout=5&target_session_attrs=read-write,"
        + " postgresql://login@db:5432/shop?sslmode=prefer&connect_timeout=5"
  })
  void aUriIsReadAsLibpqDoes(String given, String url) {
    assertThat(target(given).url()).isEqualTo(url);
    assertThat(target(url).url()).as("its own URL").isEqualTo(url);
  }

  @Test
  void theEnvironmentGivesWhatTheUriLeavesOpen() {
    environment.putAll(
        Map.of("PGHOST", "far", "PGPORT", "7", "PGDATABASE", "shop", "PGSSLMODE", "require"));
    assertThat(target("postgresql://ann@").url())
        .isEqualTo("postgresql://ann@far:7/shop?sslmode=require");
    assertThat(target("postgresql://ann@db:6/other?sslmode=disable").url())
        .isEqualTo("postgresql://ann@db:6/other?sslmode=disable");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "postgresql://ann:secret@db/shop | the URI holds a password",
        "postgresql://ann@db/shop?password=secret | the URI holds a password",
        "postgresql://ann%3Asecret@db/shop | the URI holds a password",
        "postgresql://ann:x%3Fsecret@db/shop | the URI holds a password",
        "postgresql://db/shop?user=ann%3asecret | the URI holds a password",
        "postgresql://ann:12/secret@db/shop | an '@' after its first '/'",
        "postgresql://ann:12?secret=1@db/shop | an '@' after its first '/' or '?'",
        "postgresql://ann:12?x&secret=1@db/shop | an '@' after its first '/' or '?'",
        "postgresql://ann%3Asecret%40db/shop | an '@' after its first '/' or '?', or in its host",
        "postgresql://ann:secret/x/db | the port is not a number",
        "postgresql://a,b/shop | several servers",
        "postgresql://db/shop?host=a,b | several servers",
        "postgresql:///shop | names no host",
        "postgresql://%2Frun%2Fpg/shop | names the socket /run/pg",
        "postgresql://db:0/shop | the port is not a number from 1 to 65535",
        "postgresql://db/shop?sslmode=on | sslmode is 'on': use one of allow, disable",
        "postgresql://db/shop?sslmod=require | unknown parameter 'sslmod'",
        "postgresql://db/shop?ssl_min_protocol_version=TLSv1.3 | cannot use ssl_min_protocol_version",
        "postgresql://db/shop?hostaddr=10.1.1.1 | write the address as the host",
        "postgresql://db/shop?application_name=x | a run sets it",
        "postgresql://db/shop?target_session_attrs=standby | takes no writes",
        "postgresql://db/shop?connect_timeout=1s | whole seconds",
        "postgresql://db/shop?sslrootcert=system | name the file of certificates",
        "postgresql://db/shop?sslrootcert=/no/such | cannot read sslrootcert=/no/such",
        "postgresql://db/shop?sslmode | a parameter of the URI has no value",
        "postgresql://db/50% | two hexadecimal digits",
        "postgresql://[::1/shop | has no ']'",
        "jdbc:postgresql://ann:secret@db/shop | takes a URI such as",
        "host=db password=secret | takes a URI such as",
        "shop | no service 'shop' in"
      })
  void whatARunCannotUseIsRefusedByName(String given, String message) {
    assertThatThrownBy(() -> target(given))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("secret");
  }

  @Test
  void aUserWithAColonIsRefusedWhoeverGivesIt() {
    environment.put("PGUSER", "ann:secret");
    assertThatThrownBy(() -> target("postgresql://db/shop"))
        .hasMessageContaining("a user with ':'")
        .hasMessageNotContaining("secret");
  }

  @Test
  void aServiceIsFoundInTheUsersFileThenInTheSystems() throws IOException {
    file(
        ".pg_service.conf",
        "rw-r--r--",
        """
        # servers
        [shop]
        host=db
        port=6432
        dbname=shop
        user=ann
        password=of-service
        [other]
        host=no
        """);
    Path system = Files.createDirectory(home.resolve("system"));
    Files.writeString(system.resolve("pg_service.conf"), "[far]\nhost=far\n[shop]\nhost=no\n");
    environment.put("PGSYSCONFDIR", system.toString());

    Target shop = target("shop");
    assertThat(shop.url()).isEqualTo("postgresql://ann@db:6432/shop?sslmode=prefer&service=shop");
    assertThat(shop.password()).hasValue("of-service");
    assertThat(target(shop.url()).password()).as("found again").hasValue("of-service");
    assertThat(target("far").host()).isEqualTo("far");
    assertThat(target("postgresql://ann@near/x?service=other").host()).isEqualTo("near");

    environment.put("PGSERVICEFILE", file("mine", "rw-r--r--", "[shop]\nhost=mine\n").toString());
    assertThat(target("shop").host()).isEqualTo("mine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nothing", "service=other", "keepalives=1", "hst=db"})
  void aWrongLineOfAServiceIsNamed(String line) throws IOException {
    Path file = file(".pg_service.conf", "rw-r--r--", "[shop]\nhost=db\n" + line + "\n");
    assertThatThrownBy(() -> target("shop")).hasMessageStartingWith(file + ":3:");
  }

  @Test
  void passwordsAreFoundInLibpqsOrder() throws IOException {
    assertThat(password()).isEmpty();
    file(".pgpass", "rw-------", "db:6432:shop:ann:of-home\n");
    assertThat(password()).hasValue("of-home");
    environment.put("PGPASSFILE", file("pass", "rw-------", "*:*:*:ann:of-passfile\n").toString());
    assertThat(password()).hasValue("of-passfile");
    environment.put("PGPASSWORD", "of-variable");
    assertThat(password()).hasValue("of-variable");
    Path file = file("password", "rw-r--r--", "of-option\n");
    assertThat(Target.parse("postgresql://ann@db/shop", Optional.of(file), environment).password())
        .hasValue("of-option");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "db:6432:shop:ann:p | p",
        "*:*:*:*:p | p",
        "db:6432:shop:bob:no;db:6432:*:ann:p | p",
        "# db:6432:shop:ann:no;;db:6432:shop:ann:p | p",
        "db:5432:shop:ann:no | ''",
        "DB:6432:shop:ann:no | ''",
        "db:6432:shop:ann:a\\:b\\\\c | a:b\\c",
        "db:6432:shop | ''"
      })
  void aPasswordFileIsMatchedAsLibpqDoes(String lines, String password) throws IOException {
    file(".pgpass", "rw-------", lines.replace(";", "\n") + "\n");
    assertThat(password().orElse("")).isEqualTo(password);
  }

  @Test
  void aPasswordFileThatOthersMayUseIsRefused() throws IOException {
    Path file = file(".pgpass", "rw-r-----", "db:6432:shop:ann:secret\n");
    assertThatThrownBy(this::password)
        .hasMessageContaining("chmod 600 " + file)
        .hasMessageNotContaining("secret");
    file(".pgpass", "rw-r-----", "elsewhere:6432:shop:ann:secret\n");
    assertThat(password()).as("a line for another server").isEmpty();
  }

  @Test
  void pathsGetTheSettingsAndPrivateFilesInsteadOfThePassword() throws IOException {
    environment.put("PGPASSWORD", "a:b\\c");
    Path root = file("root.crt", "rw-r--r--", "x");
    Target target =
        target(
            "postgresql://ann@db:6432/my%20shop?sslmode=verify-full&options=-c%20geqo=off&sslrootcert="
                + root);
    ConnectionInfo connection = target.connection(home);

    assertThat(connection.environment())
        .containsEntry("PGHOST", "db")
        .containsEntry("PGPORT", "6432")
        .containsEntry("PGUSER", "ann")
        .containsEntry("PGDATABASE", "my shop")
        .containsEntry("PGSSLMODE", "verify-full")
        .containsEntry("PGSSLROOTCERT", root.toString())
        .containsEntry("PGOPTIONS", "-c geqo=off")
        .doesNotContainKeys("PGPASSWORD", "PGREQUIREAUTH");
    assertThat(connection.jdbcUrl())
        .startsWith("jdbc:postgresql://db:6432/my%20shop?sslmode=verify-full&sslrootcert=")
        .endsWith("&options=-c%20geqo%3Doff&tcpKeepAlive=true");
    assertThat(connection.passFile()).hasContent("db:6432:my shop:ann:a\\:b\\\\c");
    assertThat(connection.passwordFile()).hasContent("a:b\\c");
    for (Path file : new Path[] {connection.passFile(), connection.passwordFile()}) {
      assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
    }
    environment.put("PGPASSFILE", connection.passFile().toString());
    environment.remove("PGPASSWORD");
    assertThat(target("postgresql://ann@db:6432/my%20shop").password()).hasValue("a:b\\c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"secret\nmore\n", "secret\n\n"})
  void aPasswordFileWithSeveralLinesIsRefused(String content) throws IOException {
    Path file = file("password", "rw-------", content);
    assertThatThrownBy(() -> Target.parse("postgresql://db/shop", Optional.of(file), environment))
        .hasMessageContaining("more than one line")
        .hasMessageNotContaining("secret");
  }
}
