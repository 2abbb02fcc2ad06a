package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestCertificate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs with {@code sslmode=verify-full}: each session is encrypted, and the server is checked. */
@ExtendWith(SharedServer.class)
class TlsIT {
  private static final List<String> SETTINGS = List.of("ssl", "ssl_cert_file", "ssl_key_file");

  private static Path folder;
  private static Path files;

  @BeforeAll
  static void turnOn() throws Exception {
    folder = Database.server().newFolder();
    TestCertificate server = TestCertificate.make();
    Files.writeString(folder.resolve("server.crt"), server.certificate());
    Database.server().secret(folder, "server.key", server.key());
    Files.writeString(folder.resolve("stranger.crt"), TestCertificate.make().certificate());
    sql("ALTER SYSTEM SET ssl_cert_file = '%s/server.crt'".formatted(folder));
    sql("ALTER SYSTEM SET ssl_key_file = '%s/server.key'".formatted(folder));
    sql("ALTER SYSTEM SET ssl = on");
    reload("on");
    files = Files.createDirectory(folder.resolve("files"));
    Files.writeString(files.resolve("part-0"), "1\n2\n3\n4\n");
    sql(
        """
        CREATE SCHEMA tls;
        CREATE FUNCTION tls.used() RETURNS boolean STABLE LANGUAGE sql AS
          'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
        CREATE TABLE tls.t (n int, encrypted boolean DEFAULT tls.used());
        """);
  }

  @AfterAll
  static void turnOff() {
    SETTINGS.forEach(setting -> sql("ALTER SYSTEM RESET " + setting));
    reload("off");
    sql("SET client_min_messages = error; DROP SCHEMA tls CASCADE");
  }

  private static void reload(String ssl) {
    sql("SELECT pg_reload_conf()");
    for (int tries = 0; !sql("SHOW ssl").equals(ssl); tries++) {
      assertThat(tries).isLessThan(1000);
      LockSupport.parkNanos(10_000_000);
    }
  }

  private static String url(String host, String root) {
    return Database.connection().jdbcUrl().replace("127.0.0.1", host)
        + "&sslmode=verify-full&sslrootcert="
        + folder.resolve(root);
  }

  /** By two-phase commit, so that the tasks' own sessions fill the column. */
  private static SqoopJob exports(String url) throws Exception {
    String[] arguments = {
      "-Dloadpath.export.commit=two-phase", "--connect", url, "--table", "t", "--columns", "n"
    };
    return SqoopJob.exports(
        files, List.of(ImportFixture.join(arguments, "-m", "2", "--", "--schema", "tls")));
  }

  private static SqoopJob imports(Path target, String url) throws Exception {
    String query = "SELECT n, encrypted, tls.used() FROM tls.t WHERE $CONDITIONS";
    return SqoopJob.imports(
        target, List.of("--connect", url, "--query", query, "--split-by", "n", "-m", "2"));
  }

  @Test
  void allSessionsOfAnExportAndAnImportAreEncrypted() throws Exception {
    Path target = folder.resolve("imported");

    exports(url("127.0.0.1", "server.crt")).ok();
    imports(target, url("127.0.0.1", "server.crt")).ok();

    assertThat(SqoopJob.rows(target))
        .containsExactly("1,true,true", "2,true,true", "3,true,true", "4,true,true");
    sql("TRUNCATE tls.t");
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, stranger.crt, SSL error: PKIX path",
    "localhost, server.crt, The hostname localhost could not be verified",
  })
  void anotherCertificateAndAnotherNameAreRefused(String host, String root, String error)
      throws Exception {
    Path target = folder.resolve("refused");

    assertThat(exports(url(host, root)).failed().log()).contains(error);
    assertThat(imports(target, url(host, root)).failed().log()).contains(error);

    assertThat(target).doesNotExist();
    assertThat(sql("SELECT count(*) FROM tls.t")).isEqualTo("0");
  }

  private static String sql(String statements) {
    return Database.server().sql(statements);
  }
}
