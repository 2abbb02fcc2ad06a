package io.loadpath.engines.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The place of one service in the state folder.
 *
 * @param path its absolute path
 */
public record ServiceFolder(Path path) {
  public static ServiceFolder of(Path stateFolder, String name) {
    return new ServiceFolder(stateFolder.toAbsolutePath().normalize().resolve(name));
  }

  public Path log() {
    return path.resolve("server.log");
  }

  /** Held while the service is started or stopped. */
  public Path lock() {
    return path.resolve("lock");
  }

  /**
   * The word on the command line of the service's processes, by which they are found. The state
   * folder's id distinguishes them from those of another folder at the same path, in another mount
   * namespace; the path distinguishes them from those of a copy of the folder.
   */
  public String mark() {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      byte[] hash = sha256.digest((path + StateFolder.id(path.getParent())).getBytes(UTF_8));
      return "loadpath-" + HexFormat.of().formatHex(hash).substring(0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Makes the folder; fails if another user can write to it, because its programs will be run. */
  public void make() throws IOException {
    Owner.makeFolders(path);
    Owner.requireOurs(path);
  }
}
