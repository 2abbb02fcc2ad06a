package io.loadpath.engines.postgres;

import io.loadpath.engines.service.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * For the tests of all modules: a server's certificate for the address 127.0.0.1 and for no name,
 * as PEM.
 *
 * @param root which a client trusts
 */
public record TestCertificate(String root, String certificate, String key) {
  private static final String PASSWORD = "secret";
  private static final String SERVER = "server";

  /** A new one that signs itself. */
  public static TestCertificate make() throws Exception {
    return made(SERVER, List.of());
  }

  /** A new one that was valid two days ago, of an authority that still is. */
  public static TestCertificate expired() throws Exception {
    return made("authority", List.of("-signer", "authority", "-startdate", "-3d"));
  }

  private static TestCertificate made(String signer, List<String> more) throws Exception {
    Path folder = Files.createTempDirectory("certificate");
    Path file = folder.resolve("keys");
    try {
      if (!signer.equals(SERVER)) {
        makePair(file, signer, List.of("-ext", "bc=ca:true", "-validity", "30"));
      }
      List<String> options = new ArrayList<>(List.of("-ext", "san=ip:127.0.0.1"));
      options.addAll(List.of("-validity", more.isEmpty() ? "30" : "1"));
      options.addAll(more);
      makePair(file, SERVER, options);
      KeyStore keys = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
      return new TestCertificate(
          pem("CERTIFICATE", keys.getCertificate(signer).getEncoded()),
          pem("CERTIFICATE", keys.getCertificate(SERVER).getEncoded()),
          pem("PRIVATE KEY", keys.getKey(SERVER, PASSWORD.toCharArray()).getEncoded()));
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  private static void makePair(Path file, String alias, List<String> options) throws Exception {
    Program.in(file.getParent(), System.getProperty("java.home") + "/bin/keytool")
        .with("-genkeypair", "-alias", alias, "-keyalg", "EC", "-dname", "CN=" + alias)
        .with("-storetype", "PKCS12", "-keystore", file.toString(), "-storepass", PASSWORD)
        .with(options.toArray(String[]::new))
        .run()
        .ok();
  }

  private static String pem(String kind, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN %s-----\n%s\n-----END %1$s-----\n".formatted(kind, text);
  }
}
