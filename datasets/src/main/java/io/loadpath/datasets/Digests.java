package io.loadpath.datasets;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Message digests of every Java runtime. */
public final class Digests {

  private Digests() {}

  /** Begins SHA-1, the published checksum of dbgen's data. */
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
