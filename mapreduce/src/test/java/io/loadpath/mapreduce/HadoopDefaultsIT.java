package io.loadpath.mapreduce;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The jars of the launchers: first the default properties without descriptions, then Hadoop's. */
class HadoopDefaultsIT {
  private static final Path ROOT = Program.ROOT;
  private static final Path JAR = ROOT.resolve("engines/hadoop/target/hadoop-defaults.jar");

  @ParameterizedTest
  @ValueSource(strings = {"core-default.xml", "mapred-default.xml", "yarn-default.xml"})
  void theyAreHadoopsOwnProperties(String file) throws Exception {
    URL own = Configuration.class.getClassLoader().getResource(file);
    URL shortened = new URL("jar:" + JAR.toUri() + "!/" + file);

    assertThat(properties(shortened)).isEqualTo(properties(own)).hasSizeGreaterThan(100);
    assertThat(bytes(shortened)).isLessThan(bytes(own) / 2);
  }

  @Test
  void jobsReadThem() {
    assertThat(Program.in(ROOT, "engines/bin/hadoop", "classpath").run().ok().out())
        .startsWith(JAR + ":");
  }

  @Test
  void theJarsAreWithoutNettyAndDoNotNeedIt() throws IOException {
    List<Path> jars;
    try (Stream<Path> files = Files.list(ROOT.resolve("engines/hadoop/target/lib"))) {
      jars = files.toList();
    }

    assertThat(jars).hasSizeGreaterThan(50);
    for (Path jar : jars) {
      try (JarFile content = new JarFile(jar.toFile())) {
        assertThat(content.stream().filter(entry -> entry.getName().endsWith(".class")))
            .as(jar.toString())
            .noneMatch(entry -> text(content, entry).contains("io/netty/"));
      }
    }
  }

  private static String text(JarFile jar, JarEntry entry) {
    try (InputStream bytes = jar.getInputStream(entry)) {
      return new String(bytes.readAllBytes(), ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All properties of one file as written, and whether a user may change them. */
  private static Map<String, String> properties(URL file) {
    Configuration configuration = new Configuration(false);
    configuration.addResource(file);
    Map<String, String> properties = new TreeMap<>();
    Set<String> isFinal = configuration.getFinalParameters();
    configuration.forEach(
        property ->
            properties.put(
                property.getKey(),
                property.getValue() + (isFinal.contains(property.getKey()) ? " (final)" : "")));
    return properties;
  }

  private static int bytes(URL file) throws Exception {
    try (var content = file.openStream()) {
      return content.readAllBytes().length;
    }
  }
}
