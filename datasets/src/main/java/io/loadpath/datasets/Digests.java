package io.loadpath.datasets;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Message digests that every Java has. */
public final class Digests {

  private Digests() {}

  /** Begins SHA-1, the checksum that dbgen's data is published with. */
  static MessageDigest sha1() {
    return begin("SHA-1");
  }

  /** Begins a digest, such as {@code SHA-256}. */
  public static MessageDigest begin(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has " + algorithm, e);
    }
  }

  static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }
}
