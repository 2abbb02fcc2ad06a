package io.loadpath.datasets;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;

/** h(t) of {@link Fingerprint}: the first 8 bytes of MD5(t). For one thread. */
final class TextHash {

  private static final int DIGEST_BYTES = 16;
  private static final VarHandle BIG_ENDIAN_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final MessageDigest md5 = Digests.begin("MD5");
  private final byte[] digest = new byte[DIGEST_BYTES];

  long of(byte[] text, int from, int to) {
    md5.update(text, from, to - from);
    try {
      md5.digest(digest, 0, DIGEST_BYTES);
    } catch (DigestException e) {
      throw new IllegalStateException(e);
    }
    return (long) BIG_ENDIAN_LONG.get(digest, 0);
  }
}
