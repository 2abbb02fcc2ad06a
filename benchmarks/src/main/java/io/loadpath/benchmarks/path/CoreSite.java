package io.loadpath.benchmarks.path;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Reads from a cluster's {@code core-site.xml} which file system it has. */
final class CoreSite {
  private static final String FILE_NAME = "core-site.xml";
  private static final String KEY = "fs.defaultFS";
  private static final String OLD_KEY = "fs.default.name";
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

  private CoreSite() {}

  /**
   * Returns the host of the file system that {@code folder} describes.
   *
   * @throws IllegalArgumentException if it describes none
   */
  static String hostOfFileSystem(Path folder) {
    Path file = folder.resolve(FILE_NAME);
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          "%s holds no %s: give the folder with the cluster's configuration"
              .formatted(folder, FILE_NAME));
    }
    String value = read(file).orElse("file:///");
    String host = host(value);
    if (host == null || value.startsWith("file:") || !HOST.matcher(host).matches()) {
      throw new IllegalArgumentException(
          "%s: %s is '%s', which is no file system of a cluster".formatted(file, KEY, value));
    }
    return host;
  }

  private static String host(String value) {
    try {
      String authority = URI.create(value).getAuthority();
      return authority == null
          ? null
          : authority.substring(authority.indexOf('@') + 1).replaceFirst(":\\d+$", "");
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static Optional<String> read(Path file) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      factory.setXIncludeAware(true); // as Hadoop reads it
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(null); // prints nothing
      Document document = builder.parse(file.toFile());
      NodeList properties = document.getElementsByTagName("property");
      Optional<String> value = Optional.empty();
      for (int i = 0; i < properties.getLength(); i++) {
        Element property = (Element) properties.item(i);
        String name = text(property, "name");
        if (name.equals(KEY) || name.equals(OLD_KEY) && value.isEmpty()) {
          value = Optional.of(text(property, "value")); // the last one counts
        }
      }
      return value;
    } catch (SAXException | IOException e) {
      throw new IllegalArgumentException(file + ": cannot be read: " + e.getMessage(), e);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("every JDK parses XML with XInclude", e);
    }
  }

  private static String text(Element property, String name) {
    NodeList found = property.getElementsByTagName(name);
    return found.getLength() == 0 ? "" : found.item(0).getTextContent().strip();
  }
}
