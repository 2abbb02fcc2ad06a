package io.loadpath.loads;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Base64;
import org.apache.hadoop.conf.Configuration;

/**
 * An object that a client passes to its job's tasks through the job's configuration. It is coded,
 * because the text of a configuration cannot hold every character of delimiters and queries.
 */
public final class Coded {
  private static final ObjectInputFilter OWN =
      ObjectInputFilter.Config.createFilter("io.loadpath.**;java.base/*;!*");

  private Coded() {}

  public static void put(Configuration conf, String key, Serializable object) throws IOException {
    conf.set(key, Base64.getEncoder().encodeToString(bytes(object)));
  }

  /**
   * @throws IOException if the job has no such object
   */
  public static <T> T get(Configuration conf, String key, Class<T> type) throws IOException {
    String coded = conf.get(key);
    if (coded == null) {
      throw new IOException(
          "the job's configuration has no " + key + ": start it with Sqoop or the command load");
    }
    return type.cast(object(Base64.getDecoder().decode(coded)));
  }

  static byte[] bytes(Serializable object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  static Object object(byte[] bytes) throws IOException {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      in.setObjectInputFilter(OWN);
      return in.readObject();
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
  }
}
