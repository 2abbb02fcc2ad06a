package io.loadpath.engines.cluster;

import io.loadpath.engines.service.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes the cluster's configuration from the templates in engines/cluster/conf. */
final class ClusterConf {
  private static final List<String> NAMES =
      List.of(
          "core-site.xml",
          "hdfs-site.xml",
          "yarn-site.xml",
          "mapred-site.xml",
          "capacity-scheduler.xml");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{cluster\\.([a-z0-9.-]+)}");

  private ClusterConf() {}

  /**
   * Writes all files.
   *
   * @param containerOptions options of the containers' JVMs
   */
  static void write(
      ClusterFiles files,
      EngineFolder engine,
      ClusterSettings settings,
      List<String> containerOptions)
      throws IOException {
    int workers = settings.workers();
    Sizing sizing = Sizing.of(Sizing.Machine.of(files.folder()), workers);
    Map<String, String> values = new HashMap<>();
    settings.ports().forEach((key, port) -> values.put(key, port.toString()));
    values.put("master", settings.master());
    values.put("user", System.getProperty("user.name"));
    values.put("folder", files.folder().toString());
    values.put("workers", Integer.toString(workers));
    values.put("replication", Integer.toString(Math.min(2, workers)));
    values.put("worker.memory-mb", Integer.toString(sizing.memoryMebibytes()));
    values.put("worker.vcores", Integer.toString(sizing.vcores()));
    values.put("container.classpath", String.join(",", engine.hadoopJars()) + "," + files.conf());
    values.put("container.jvm", String.join(" ", containerOptions));
    Path conf = Files.createDirectories(files.conf());
    for (String name : NAMES) {
      String text = fill(Files.readString(engine.templates().resolve(name)), values);
      WholeFile.write(conf.resolve(name), text, "rw-r--r--");
    }
    Files.copy(
        engine.clientLog4j(),
        conf.resolve("log4j.properties"),
        StandardCopyOption.REPLACE_EXISTING);
    Files.createDirectories(files.folder().resolve("tmp"));
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
