package io.loadpath.benchmarks.needs;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The engines that consist of jars: the bundled ones, or those that a *_HOME variable names. */
public enum Engine {
  HADOOP("hadoop", "HADOOP_HOME", "share/hadoop/common", "hadoop-common-"),
  HIVE("hive", "HIVE_HOME", "lib", "hive-exec-"),
  TEZ("hive", "TEZ_HOME", "", "tez-api-"),
  SQOOP("sqoop", "SQOOP_HOME", "", "sqoop-"),
  PIG("pig", "PIG_HOME", "", "pig-"),
  /** Always bundled. */
  DUCKDB("duckdb", "", "", "duckdb_jdbc-");

  private final String module;
  private final String variable;
  private final String jarFolder;
  private final String jarPrefix;

  Engine(String module, String variable, String jarFolder, String jarPrefix) {
    this.module = module;
    this.variable = variable;
    this.jarFolder = jarFolder;
    this.jarPrefix = jarPrefix;
  }

  /** Returns the engine's name in {@code path.yaml} and in the record. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the user's own installation, if the variable for it is set. */
  public Optional<Path> home(Map<String, String> environment) {
    return Optional.ofNullable(environment.get(variable)).filter(v -> !v.isBlank()).map(Path::of);
  }

  /** Returns the variable that names the user's own installation. */
  public String variable() {
    return variable;
  }

  /** Returns the version from the name of the engine's main jar; empty without the jar. */
  public Optional<String> version(Path root, Map<String, String> environment) {
    Path folder =
        home(environment)
            .map(home -> home.resolve(jarFolder))
            .orElse(root.resolve("engines").resolve(module).resolve("target/lib"));
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    // hadoop-common-3.4.3.jar, sqoop-1.4.7-hadoop260.jar; not hadoop-common-3.4.3-tests.jar
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, jarPrefix + "[0-9]*.jar")) {
      for (Path jar : jars) {
        String name = jar.getFileName().toString();
        if (!name.endsWith("-tests.jar")) {
          return Optional.of(
              name.substring(jarPrefix.length(), name.length() - ".jar".length())
                  .replaceFirst("-hadoop\\d+$", ""));
        }
      }
    } catch (IOException e) {
      return Optional.empty();
    }
    return Optional.empty();
  }
}
