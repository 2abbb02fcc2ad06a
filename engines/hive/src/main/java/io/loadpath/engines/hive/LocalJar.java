package io.loadpath.engines.hive;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.hadoop.hive.ql.exec.tez.DagUtils;
import org.apache.hadoop.hive.ql.exec.tez.TezSessionState;
import org.apache.hive.com.google.common.cache.Cache;

/**
 * Hive's jar for Tez inside this JVM. Hive would read all 80 MB for a digest, and copy the jar
 * under a name with that digest for containers, which do not exist here. So the digest is that of
 * the jar's place, size and time, and the copy is a link.
 */
final class LocalJar {
  private LocalJar() {}

  /**
   * Makes the link in {@code folder}, unless it is there.
   *
   * @return the option of a Hive program that names the folder; none if no link can be made
   */
  static List<String> options(Path folder) {
    try {
      Path jar =
          Path.of(DagUtils.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      // as Hive writes it
      String key =
          "file:%s:%d:%d"
              .formatted(jar, Files.size(jar), Files.getLastModifiedTime(jar).toMillis());
      String digest = DigestUtils.sha256Hex(key.getBytes(StandardCharsets.UTF_8));
      String name = jar.getFileName().toString().replaceFirst("\\.jar$", "-" + digest + ".jar");
      link(Files.createDirectories(folder).resolve(name), jar);
      digests().put(key, digest);
    } catch (IOException | UnsupportedOperationException e) {
      System.err.println(
          "hive: Hive copies its jar at each start, because no link to it can be made: " + e);
      return List.of();
    } catch (ReflectiveOperationException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
    return List.of("--hiveconf", "hive.jar.directory=" + folder.toUri());
  }

  private static void link(Path link, Path jar) throws IOException {
    try {
      Files.createSymbolicLink(link, jar);
    } catch (FileAlreadyExistsException e) {
      // an earlier session has made it
    }
  }

  @SuppressWarnings("unchecked")
  private static Cache<String, String> digests() throws ReflectiveOperationException {
    Field cache = TezSessionState.class.getDeclaredField("shaCache");
    cache.setAccessible(true);
    return (Cache<String, String>) cache.get(null);
  }
}
