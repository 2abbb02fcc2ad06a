package io.loadpath.sqoop;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** The bundled Sqoop's classes, on the classpath that bin/sqoop gives them. */
final class SqoopJar implements AutoCloseable {
  private static final String PACKAGE = "org.apache.sqoop.";

  private final URLClassLoader loader;

  SqoopJar(Path engines) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (String engine : List.of("sqoop", "hadoop")) {
      try (Stream<Path> jars = Files.list(engines.resolve(engine + "/target/lib"))) {
        for (Path jar : jars.toList()) {
          urls.add(jar.toUri().toURL());
        }
      }
    }
    loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  /** The arguments that stand in an option file. */
  List<String> expand(Path file) throws Exception {
    String[] arguments = {"--options-file", file.toString()};
    Object expanded =
        type("util.OptionsFileUtil")
            .getMethod("expandArguments", String[].class)
            .invoke(null, (Object) arguments);
    return List.of((String[]) expanded);
  }

  /**
   * Parses and checks arguments, tool first, as Sqoop does before it connects.
   *
   * @return Sqoop's error, or "" if there is none
   */
  String complaint(List<String> arguments) throws Exception {
    try {
      return within(
          () -> {
            check(arguments.get(0), arguments.subList(1, arguments.size()).toArray(String[]::new));
            return "";
          });
    } catch (InvocationTargetException e) {
      return String.valueOf(e.getCause().getMessage());
    }
  }

  /** Runs code whose thread finds these classes, and not the test's own of the same names. */
  private <T> T within(Callable<T> code) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return code.call();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private void check(String name, String[] arguments) throws Exception {
    Class<?> tool = type("tool.SqoopTool");
    Class<?> conf = hadoop("conf.Configuration");
    // Sqoop's methods are declared with its classes' former names
    Class<?> options = loader.loadClass("com.cloudera.sqoop.SqoopOptions");
    Object made = tool.getMethod("getTool", String.class).invoke(null, name);
    Object parsed =
        tool.getMethod("parseArguments", String[].class, conf, options, boolean.class)
            .invoke(made, arguments, conf.getConstructor().newInstance(), null, true);
    tool.getMethod("validateOptions", options).invoke(made, parsed);
  }

  /** The condition, in SQL, for the types of columns that OraOop exports. */
  String exportedOracleTypes() throws ReflectiveOperationException {
    return (String)
        type("manager.oracle.OraOopConstants")
            .getField("SUPPORTED_EXPORT_ORACLE_DATA_TYPES_CLAUSE")
            .get(null);
  }

  /** Whether a mapper of OraOop's that has a table for itself inserts with APPEND_VALUES. */
  boolean insertsByDirectPath(Map<String, String> properties) throws Exception {
    return within(() -> insertsByDirectPathWithin(properties));
  }

  private boolean insertsByDirectPathWithin(Map<String, String> properties) throws Exception {
    Class<?> base = type("manager.oracle.OraOopOutputFormatBase");
    Class<?> task = hadoop("mapreduce.TaskAttemptContext");
    Object context =
        hadoop("mapreduce.task.TaskAttemptContextImpl")
            .getConstructor(hadoop("conf.Configuration"), hadoop("mapreduce.TaskAttemptID"))
            .newInstance(
                configuration(properties),
                hadoop("mapreduce.TaskAttemptID").getConstructor().newInstance());
    Object format = type("manager.oracle.OraOopOutputFormatInsert").getConstructor().newInstance();
    Method automatic = base.getDeclaredMethod("canUseOracleAppendValuesHint", task);
    Method chosen =
        base.getDeclaredMethod(
            "allowUserToOverrideUseOfTheOracleAppendValuesHint", task, boolean.class);
    automatic.setAccessible(true);
    chosen.setAccessible(true);
    return (boolean) chosen.invoke(format, context, automatic.invoke(format, context));
  }

  /** {@code ExchangePartition} where each mapper has a table for itself. */
  String exportInsertMode(Map<String, String> properties) throws Exception {
    return within(
        () ->
            type("manager.oracle.OraOopUtilities")
                .getMethod("getExportInsertMode", hadoop("conf.Configuration"))
                .invoke(null, configuration(properties))
                .toString());
  }

  /** Whether OraOop's mappers connect by {@code --connect}, and by no address that it makes. */
  boolean connectsAsTold(Map<String, String> properties) throws Exception {
    return within(
        () ->
            (boolean)
                type("manager.oracle.OraOopUtilities")
                    .getMethod("oracleJdbcUrlGenerationDisabled", hadoop("conf.Configuration"))
                    .invoke(null, configuration(properties)));
  }

  private Object configuration(Map<String, String> properties) throws Exception {
    Class<?> type = hadoop("conf.Configuration");
    Object conf = type.getConstructor(boolean.class).newInstance(false);
    Method set = type.getMethod("set", String.class, String.class);
    set.invoke(conf, "oraoop.sqoop.job.type", "EXPORT");
    for (Map.Entry<String, String> property : properties.entrySet()) {
      set.invoke(conf, property.getKey(), property.getValue());
    }
    return conf;
  }

  private Class<?> hadoop(String name) throws ClassNotFoundException {
    return loader.loadClass("org.apache.hadoop." + name);
  }

  private Class<?> type(String name) throws ClassNotFoundException {
    return loader.loadClass(PACKAGE + name);
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
