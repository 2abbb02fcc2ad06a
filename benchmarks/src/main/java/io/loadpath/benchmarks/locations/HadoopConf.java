package io.loadpath.benchmarks.locations;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The settings of a cluster's clients that name its NameNodes. */
final class HadoopConf {
  private static final int HTTP_PORT = 9870;
  private static final int HTTPS_PORT = 9871;

  private final Map<String, String> settings = new HashMap<>();

  /**
   * Reads core-site.xml and hdfs-site.xml.
   *
   * @param folder the folder of HADOOP_CONF_DIR; null for no settings
   * @throws LoadpathException if a file cannot be read
   */
  HadoopConf(Path folder) {
    if (folder != null) {
      read(folder.resolve("core-site.xml"));
      read(folder.resolve("hdfs-site.xml"));
    }
  }

  private void read(Path file) {
    if (!Files.exists(file)) {
      return;
    }
    DocumentBuilderFactory parsers = DocumentBuilderFactory.newInstance();
    parsers.setNamespaceAware(true);
    parsers.setXIncludeAware(true); // as Hadoop's own reader does
    try {
      NodeList properties =
          parsers.newDocumentBuilder().parse(file.toFile()).getElementsByTagName("property");
      for (int i = 0; i < properties.getLength(); i++) {
        Element property = (Element) properties.item(i);
        settings.put(text(property, "name"), text(property, "value"));
      }
    } catch (IOException | SAXException | ParserConfigurationException e) {
      throw new LoadpathException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static String text(Element property, String tag) {
    Node value = property.getElementsByTagName(tag).item(0);
    return value == null ? "" : value.getTextContent().strip();
  }

  boolean kerberos() {
    return setting("hadoop.security.authentication").equals("kerberos");
  }

  boolean https() {
    return setting("dfs.http.policy").equals("HTTPS_ONLY");
  }

  /**
   * Returns HOST:PORT of the web server of each NameNode.
   *
   * @param authority the authority of an hdfs: URI; empty for that of fs.defaultFS
   * @throws UsageException if it is unknown
   */
  List<String> nameNodes(String authority) {
    String standard = setting("fs.defaultFS").replaceFirst("^hdfs://([^/]*).*", "$1");
    String service = authority.isEmpty() ? standard : authority;
    if (service.isEmpty() || service.contains("/")) {
      throw new UsageException(
          "no NameNode is known: set HADOOP_CONF_DIR to the folder of the cluster's core-site.xml and hdfs-site.xml, or name the NameNode's web server with --host HOST:9870");
    }
    String key = https() ? "dfs.namenode.https-address" : "dfs.namenode.http-address";
    String nodes = setting("dfs.ha.namenodes." + service);
    if (!nodes.isEmpty()) {
      List<String> addresses = new ArrayList<>();
      for (String node : nodes.split("\\s*,\\s*")) {
        addresses.add(setting("%s.%s.%s".formatted(key, service, node)));
      }
      return addresses;
    }
    String host = service.replaceFirst(":\\d+$", "");
    String address = setting(key + "." + service);
    if (address.isEmpty() && service.equals(standard)) {
      address = setting(key);
    }
    return List.of(
        address.isEmpty()
            ? host + ":" + (https() ? HTTPS_PORT : HTTP_PORT)
            : address.replaceFirst("^0\\.0\\.0\\.0:", host + ":"));
  }

  private String setting(String name) {
    return settings.getOrDefault(name, "");
  }
}
