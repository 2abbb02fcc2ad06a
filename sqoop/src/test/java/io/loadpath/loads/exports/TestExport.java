package io.loadpath.loads.exports;

import com.cloudera.sqoop.SqoopOptions;
import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.service.Program;
import io.loadpath.loads.Settings;
import io.loadpath.sqoop.PostgresConnector;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.sqoop.SqoopOptions.InvalidOptionsException;

/**
 * An export by the connector in this JVM, or in a child's. As a program it exports the folder of
 * its first argument into the table of its second one; the others are settings.
 */
@SuppressWarnings("deprecation") // Sqoop declares its methods with its classes' former names
final class TestExport {
  final Path folder;
  final SqoopOptions options;

  /** Of a new folder, into the shared server. */
  TestExport(String table) throws IOException {
    this(SharedServer.test().newFolder(), table, SharedServer.test().server.connection());
  }

  TestExport(Path folder, String table, ConnectionInfo server) throws IOException {
    this.folder = folder;
    Configuration conf = new Configuration();
    conf.set("mapreduce.framework.name", "local");
    conf.set("mapreduce.local.map.tasks.maximum", "2");
    conf.set("mapreduce.client.completion.pollinterval", "5");
    conf.set("mapreduce.client.progressmonitor.pollinterval", "5");
    conf.set("hadoop.tmp.dir", folder.resolveSibling(folder.getFileName() + "-tmp").toString());
    options = new SqoopOptions(conf);
    options.setConnectString(server.jdbcUrl());
    options.setUsername(server.user());
    options.setPassword(Files.readString(server.passwordFile()));
    options.setTableName(table);
    options.setExportDir(folder.toUri().toString());
    options.setDirectMode(true);
    options.setNumMappers(2);
    options.setInputFieldsTerminatedBy('|');
    nulls("", "");
  }

  TestExport set(String key, String value) {
    options.getConf().set(key, value);
    return this;
  }

  TestExport schema(String name) {
    options.setExtraArgs(new String[] {"--schema", name});
    return this;
  }

  TestExport as(String role) {
    options.setUsername(role);
    options.setPassword(role);
    return this;
  }

  /** Sets the markers of NULL in columns of text, and in others. */
  TestExport nulls(String text, String other) {
    options.setInNullStringValue(text);
    options.setInNullNonStringValue(other);
    return this;
  }

  TestExport columns(String... columns) {
    options.setColumns(columns);
    return this;
  }

  TestExport keys(String keys, boolean insertsMissing) throws InvalidOptionsException {
    options.setUpdateKeyCol(keys);
    options.setUpdateMode(
        insertsMissing ? SqoopOptions.UpdateMode.AllowInsert : SqoopOptions.UpdateMode.UpdateOnly);
    return this;
  }

  TestExport file(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
    return this;
  }

  /** What the export throws is its failure. */
  void run() throws IOException {
    PostgresConnector connector = new PostgresConnector(options);
    if (options.getUpdateKeyCol() == null) {
      connector.exportTable(null);
    } else {
      connector.updateTable(null);
    }
  }

  /** Another export of the same files by the same way. */
  TestExport again() throws IOException {
    TestExport again =
        new TestExport(folder, options.getTableName(), SharedServer.test().server.connection());
    again.options.setExtraArgs(options.getExtraArgs());
    return again.set(Settings.EXPORT_COMMIT, options.getConf().get(Settings.EXPORT_COMMIT));
  }

  /** Starts the export in another JVM, from Sqoop's class archive if the build could make it. */
  Process start() throws IOException {
    ConnectionInfo server = SharedServer.test().server.connection();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
    Path engines = Program.ROOT.resolve("engines");
    command.add("-XX:SharedArchiveFile=" + engines.resolve("sqoop/target/sqoop.jsa"));
    command.add("-Xlog:disable");
    String archived = // as in sqoop_classpath of engines/java.sh
        Stream.of(
                engines.resolve("sqoop/target/lib/*"),
                connector(Program.ROOT.resolve("sqoop/target")),
                engines.resolve("hadoop/target/hadoop-defaults.jar"),
                engines.resolve("hadoop/target/lib/*"),
                engines.resolve("hadoop/target/hadoop-local.jar"))
            .map(Path::toString)
            .collect(Collectors.joining(":", "", ":"));
    command.add("-cp");
    command.add(
        archived
            + System.getProperty(
                "surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(TestExport.class.getName());
    command.addAll(
        List.of(
            folder.toString(),
            options.getTableName(),
            server.jdbcUrl(),
            server.user(),
            server.passwordFile().toString()));
    command.add("loadpath.export.commit=" + options.getConf().get("loadpath.export.commit"));
    Path log = folder.resolveSibling(folder.getFileName() + ".log");
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  private static Path connector(Path target) throws IOException {
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(target, "loadpath-sqoop-*.jar")) {
      return jars.iterator().next();
    }
  }

  public static void main(String[] arguments) throws Exception {
    String url = arguments[2];
    ConnectionInfo server =
        new ConnectionInfo(
            "127.0.0.1",
            Integer.parseInt(url.replaceAll(".*:(\\d+)/.*", "$1")),
            arguments[3],
            url.replaceAll(".*/|[?].*", ""),
            null,
            Path.of(arguments[4]));
    TestExport export =
        new TestExport(Path.of(arguments[0]), arguments[1], server).schema(ExportFixture.SCHEMA);
    for (int i = 5; i < arguments.length; i++) {
      String[] setting = arguments[i].split("=", 2);
      export.set(setting[0], setting[1]);
    }
    export.run();
  }
}
