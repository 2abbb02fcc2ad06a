package io.loadpath.benchmarks.suite;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/**
 * The place where the jobs of a path run.
 *
 * @param name {@code local}, {@code cluster}, or the host of the file system of the user's cluster
 * @param configuration the user's cluster's HADOOP_CONF_DIR; null for the other places
 */
public record Place(String name, Path configuration) {
  /** Processes that the path starts. */
  public static final Place LOCAL = new Place("local", null);

  /** The bundled cluster. */
  public static final Place CLUSTER = new Place("cluster", null);

  private static final String CORE_SITE = "core-site.xml";
  private static final String KEY = "fs.defaultFS";
  private static final String OLD_KEY = "fs.default.name";
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

  /**
   * Returns the place called {@code text}: {@code local}, {@code cluster}, or a HADOOP_CONF_DIR.
   *
   * @throws IllegalArgumentException if it is none of them
   */
  public static Place of(String text) {
    if (text.equals(LOCAL.name)) {
      return LOCAL;
    }
    if (text.equals(CLUSTER.name)) {
      return CLUSTER;
    }
    Path folder = Path.of(text).toAbsolutePath().normalize();
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException(
          "'%s' is not a folder: give local, cluster, or the HADOOP_CONF_DIR of your cluster"
              .formatted(text));
    }
    String host = hostOfFileSystem(folder);
    boolean taken = host.equals(LOCAL.name) || host.equals(CLUSTER.name);
    return new Place(taken ? "hdfs-" + host : host, folder);
  }

  public boolean local() {
    return equals(LOCAL);
  }

  public boolean ofUser() {
    return configuration != null;
  }

  /** Returns the name of a path there: {@code mapreduce-q1}, {@code mapreduce-q1@cluster}. */
  public String at(String path) {
    return local() ? path : path + "@" + name;
  }

  private static String hostOfFileSystem(Path folder) {
    Path file = folder.resolve(CORE_SITE);
    Checks.check(
        Files.isRegularFile(file),
        "%s holds no %s: give the folder with the cluster's configuration",
        folder,
        CORE_SITE);
    String fileSystem = fileSystem(file);
    String host = host(fileSystem);
    Checks.check(
        !fileSystem.startsWith("file:") && HOST.matcher(host).matches(),
        "%s: %s is '%s', which is not the file system of a cluster",
        file,
        KEY,
        fileSystem);
    return host;
  }

  /** Returns the host in a URI, without user and port; empty if there is none. */
  private static String host(String uri) {
    try {
      String authority = URI.create(uri).getAuthority();
      return authority == null ? "" : authority.replaceFirst("^.*@", "").replaceFirst(":\\d+$", "");
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /**
   * Returns the default file system in the file: the last value of the key, as Hadoop takes it;
   * Hadoop's default, {@code file:///}, without the key.
   */
  private static String fileSystem(Path file) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      factory.setXIncludeAware(true); // as Hadoop does
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(null); // prints nothing
      Document document = builder.parse(file.toFile());
      XPath xpath = XPathFactory.newInstance().newXPath();
      for (String key : List.of(KEY, OLD_KEY)) {
        String last = "normalize-space((//property[normalize-space(name)='%s'])[last()]/value)";
        String value = xpath.evaluate(last.formatted(key), document);
        if (!value.isEmpty()) {
          return value;
        }
      }
      return "file:///";
    } catch (SAXException | IOException e) {
      throw new IllegalArgumentException(file + ": cannot be read: " + e.getMessage(), e);
    } catch (ParserConfigurationException | XPathExpressionException e) {
      throw new IllegalStateException("every JDK parses XML with XInclude", e);
    }
  }
}
