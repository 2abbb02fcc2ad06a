package io.loadpath.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import java.net.URL;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The default properties without descriptions, which the launchers put before Hadoop's own. */
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
