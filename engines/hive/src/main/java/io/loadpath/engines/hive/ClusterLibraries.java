package io.loadpath.engines.hive;

import io.loadpath.engines.hadoop.ClusterErrors;
import io.loadpath.engines.hadoop.Staging;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.hadoop.conf.Configuration;

/**
 * The jars that Hive's containers on a cluster need in addition to Hadoop's: Tez's and Hive's own.
 * They are put into the cluster's file system once. Hive could do that for its own jar, but a
 * killed client would leave half of it under the final name.
 */
final class ClusterLibraries {
  private static final String TEZ = "tez";
  private static final String HIVE = "hive";
  private static final Pattern OF_TEZ =
      Pattern.compile(
          "(tez|hadoop-shim|async-http-client|netty-reactive-streams|reactive-streams|RoaringBitmap"
              + "|shims|commons-collections4?|protobuf-java|jettison)-.*\\.jar");
  private static final Pattern OF_HIVE = Pattern.compile("hive-exec-.*\\.jar");
  private static final Pattern FOR_MAP_REDUCE = Pattern.compile("commons-collections-3.*\\.jar");

  /** The setting with the libraries' folder in the cluster's file system. */
  private static final String PLACE = "loadpath.hive.libraries";

  private ClusterLibraries() {}

  /**
   * Puts the libraries into the cluster's file system, if the configuration names a folder. Ends
   * the process if that fails.
   *
   * @return the options of a Hive program that name them
   */
  static List<String> options() {
    List<String> options = new ArrayList<>();
    Configuration hive = new Configuration(false);
    // by its URL, because it includes a file next to it
    Optional.ofNullable(ClusterLibraries.class.getClassLoader().getResource("hive-site.xml"))
        .ifPresent(hive::addResource);
    String place = hive.get(PLACE);
    if (place == null) {
      return options;
    }
    Path root = Path.of(System.getenv("LOADPATH_ROOT"));
    Configuration conf = new Configuration();
    conf.addResource(
        new org.apache.hadoop.fs.Path(root.resolve("engines/hadoop/impatient.xml").toUri()));
    try {
      for (String setting : stage(root.resolve("engines/hive/target/lib"), conf, place)) {
        options.addAll(List.of("--hiveconf", setting));
      }
    } catch (IOException | RuntimeException e) {
      System.err.println("hive: " + ClusterErrors.explain(e, new org.apache.hadoop.fs.Path(place)));
      System.exit(1);
    }
    return options;
  }

  /**
   * Puts the libraries into a new folder in {@code place}, unless they are there.
   *
   * @param lib the local folder of all of Hive's jars
   * @return Hive's settings that name them
   */
  private static List<String> stage(Path lib, Configuration conf, String place) throws IOException {
    SortedMap<String, Path> tez = jars(lib, OF_TEZ);
    SortedMap<String, Path> hive = jars(lib, OF_HIVE);
    String folder = place + "/" + digest(tez, hive);
    Staging staging = new Staging(conf, new org.apache.hadoop.fs.Path(folder));
    if (!staging.isStaged()) {
      System.err.println("hive: putting the libraries of Tez and Hive into " + staging.target());
      staging.stage(named(tez, hive));
    }
    return List.of(
        "tez.lib.uris=" + staging.target() + "/" + TEZ,
        "hive.jar.directory=" + staging.target() + "/" + HIVE,
        "hive.aux.jars.path=" + String.join(",", uris(jars(lib, FOR_MAP_REDUCE))));
  }

  private static List<String> uris(SortedMap<String, Path> jars) {
    return jars.values().stream().map(jar -> "file://" + jar).toList();
  }

  private static SortedMap<String, Path> jars(Path lib, Pattern name) throws IOException {
    SortedMap<String, Path> jars = new TreeMap<>();
    try (var files = Files.newDirectoryStream(lib)) {
      for (Path file : files) {
        if (name.matcher(file.getFileName().toString()).matches()) {
          jars.put(file.getFileName().toString(), file);
        }
      }
    }
    return jars;
  }

  /** The folder's name: the checksum of the jars, which changes with any of them. */
  private static String digest(SortedMap<String, Path> tez, SortedMap<String, Path> hive)
      throws IOException {
    CRC32C crc = new CRC32C();
    byte[] buffer = new byte[1 << 20];
    for (var jars : List.of(tez, hive)) {
      for (var jar : jars.entrySet()) {
        crc.update(jar.getKey().getBytes(StandardCharsets.UTF_8));
        try (InputStream in = Files.newInputStream(jar.getValue())) {
          for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            crc.update(buffer, 0, n);
          }
        }
      }
    }
    return "hive-%08x".formatted(crc.getValue());
  }

  /** The files by the names that Tez and Hive expect: Hive's jar has its SHA-256 in its name. */
  private static SortedMap<String, Path> named(
      SortedMap<String, Path> tez, SortedMap<String, Path> hive) throws IOException {
    SortedMap<String, Path> named = new TreeMap<>();
    tez.forEach((name, jar) -> named.put(TEZ + "/" + name, jar));
    for (var jar : hive.entrySet()) {
      try (InputStream in = Files.newInputStream(jar.getValue())) {
        String sha = DigestUtils.sha256Hex(in);
        named.put(
            HIVE + "/" + jar.getKey().replaceFirst("\\.jar$", "-" + sha + ".jar"), jar.getValue());
      }
    }
    return named;
  }
}
