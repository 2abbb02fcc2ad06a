package io.loadpath.engines.cluster;

import io.loadpath.engines.service.ServiceFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes the cluster's configuration from the files of engines/cluster/conf. */
final class ConfTemplates {
  private static final List<String> NAMES =
      List.of(
          "core-site.xml",
          "hdfs-site.xml",
          "yarn-site.xml",
          "mapred-site.xml",
          "capacity-scheduler.xml");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{cluster\\.([a-z0-9.-]+)}");

  private ConfTemplates() {}

  /** Writes all files; the values are for the placeholders {@code ${cluster.NAME}}. */
  static void write(Path templates, Path conf, Map<String, String> values) throws IOException {
    Files.createDirectories(conf);
    for (String name : NAMES) {
      String text = fill(Files.readString(templates.resolve(name)), values);
      ServiceFolder.write(conf.resolve(name), text, "rw-r--r--");
    }
  }

  static String fill(String template, Map<String, String> values) {
    return PLACEHOLDER.matcher(template).replaceAll(found -> replacement(found.group(1), values));
  }

  private static String replacement(String name, Map<String, String> values) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalStateException("there is no value for ${cluster." + name + "}");
    }
    String escaped = value.replace("&", "&amp;").replace("<", "&lt;");
    return Matcher.quoteReplacement(escaped);
  }
}
