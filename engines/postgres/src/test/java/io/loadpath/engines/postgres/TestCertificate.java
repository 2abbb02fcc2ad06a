package io.loadpath.engines.postgres;

import io.loadpath.engines.service.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;

/**
 * For the tests of all modules: a server's certificate that signs itself, and its key, as PEM.
 *
 * @param certificate which a client trusts as a root too
 */
public record TestCertificate(String certificate, String key) {
  private static final String PASSWORD = "secret";

  /** A new one for the address 127.0.0.1, and for no name. */
  public static TestCertificate make() throws Exception {
    Path folder = Files.createTempDirectory("certificate");
    Path file = folder.resolve("keys");
    try {
      Program.in(folder, System.getProperty("java.home") + "/bin/keytool")
          .with("-genkeypair", "-alias", "server", "-keyalg", "EC", "-dname", "CN=server")
          .with("-ext", "san=ip:127.0.0.1", "-validity", "30", "-storetype", "PKCS12")
          .with("-keystore", file.toString(), "-storepass", PASSWORD)
          .run()
          .ok();
      KeyStore keys = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
      return new TestCertificate(
          pem("CERTIFICATE", keys.getCertificate("server").getEncoded()),
          pem("PRIVATE KEY", keys.getKey("server", PASSWORD.toCharArray()).getEncoded()));
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  private static String pem(String kind, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN %s-----\n%s\n-----END %1$s-----\n".formatted(kind, text);
  }
}
