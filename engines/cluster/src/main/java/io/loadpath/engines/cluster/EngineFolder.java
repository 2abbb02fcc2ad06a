package io.loadpath.engines.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/** The build's files for the daemons and their containers, in engines/cluster. */
record EngineFolder(Path root) {

  Path templates() {
    return engine().resolve("conf");
  }

  Path daemonLog4j() {
    return templates().resolve("log4j-daemon.properties");
  }

  Path clientLog4j() {
    return root.resolve("engines/hadoop/conf/log4j.properties");
  }

  Path target() {
    return engine().resolve("target");
  }

  /**
   * The class path of containers and of the class archive: Hadoop's defaults without descriptions,
   * which are read faster, then its jars.
   */
  List<String> hadoopJars() {
    return List.of(defaults().toString(), lib() + "/*");
  }

  /** The class path of all daemons, without the configuration's folder. */
  String daemonJars() {
    return String.join(":", hadoopJars()) + ":" + target().resolve("cluster.jar");
  }

  Path defaults() {
    return root.resolve("engines/hadoop/target/hadoop-defaults.jar");
  }

  Path lib() {
    return target().resolve("lib");
  }

  void requireBuilt() {
    for (Path file : List.of(lib(), target().resolve("cluster.jar"), defaults())) {
      if (!Files.exists(file)) {
        String way =
            Files.exists(root.resolve("pom.xml"))
                ? "run 'mvn -q -DskipTests package' in " + root
                : "unpack Loadpath's archive again";
        throw new ServiceException(file + " is missing: " + way);
      }
    }
  }

  /** The options that open the JDK's packages to Hadoop. */
  static List<String> addOpens() {
    try (InputStream in = EngineFolder.class.getResourceAsStream("jvm.properties")) {
      Properties properties = new Properties();
      properties.load(new InputStreamReader(in, UTF_8));
      return List.of(properties.getProperty("add-opens").split(" "));
    } catch (IOException e) {
      throw new ServiceException("cannot read jvm.properties on the class path", e);
    }
  }

  /** The Java program that runs this one. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private Path engine() {
    return root.resolve("engines/cluster");
  }
}
