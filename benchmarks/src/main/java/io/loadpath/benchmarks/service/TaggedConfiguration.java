package io.loadpath.benchmarks.service;

import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Owner;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.text.StringEscapeUtils;

/**
 * A cluster's configuration for the jobs of one run: the cluster's own with a tag for every
 * MapReduce and Tez application. The tag finds applications of a killed client.
 *
 * @param original the folder of the cluster's own configuration
 * @param folder the run's folder, with links to the files in the cluster's
 */
record TaggedConfiguration(Path original, Path folder, String tag) {
  private static final String CORE_SITE = "core-site.xml";
  private static final int TAG_CHARACTERS = 100; // YARN's limit

  static String tag(String runId) {
    return runId.substring(0, Math.min(runId.length(), TAG_CHARACTERS));
  }

  /** Returns the file for clients' messages. */
  Path log() {
    return folder.resolveSibling(folder.getFileName() + ".log");
  }

  void make() throws IOException {
    delete();
    Owner.makeFolders(folder);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(original)) {
      for (Path file : files) {
        if (!file.endsWith(CORE_SITE)) {
          Files.createSymbolicLink(folder.resolve(file.getFileName()), file.toAbsolutePath());
        }
      }
    }
    set(Map.of());
  }

  /** Sets the tag and {@code more} settings for jobs, instead of earlier settings. */
  void set(Map<String, String> more) throws IOException {
    Map<String, String> settings = new TreeMap<>(more);
    settings.put("mapreduce.job.tags", tag);
    settings.put("tez.application.tags", tag);
    StringBuilder properties = new StringBuilder();
    // final, because Hadoop reads mapred-default.xml later, which has other values
    settings.forEach(
        (name, value) ->
            properties.append(
                "  <property><name>%s</name><value>%s</value><final>true</final></property>%n"
                    .formatted(name, value)));
    Files.writeString(
        folder.resolve(CORE_SITE),
        """
        <?xml version="1.0"?>
        <configuration xmlns:xi="http://www.w3.org/2001/XInclude">
          <xi:include href="%s"/>
        %s</configuration>
        """
            .formatted(
                StringEscapeUtils.escapeXml10(
                    original.resolve(CORE_SITE).toAbsolutePath().toString()),
                properties));
  }

  void delete() throws IOException {
    FileTree.delete(folder);
    Files.deleteIfExists(log());
  }
}
