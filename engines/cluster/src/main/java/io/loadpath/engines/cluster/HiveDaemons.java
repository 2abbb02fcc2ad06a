package io.loadpath.engines.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.postgres.Password;
import io.loadpath.engines.service.LoopbackPort;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.ServiceFolder;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Hive's two daemons, the metastore and HiveServer2: what they read, and how clients find them. */
final class HiveDaemons {
  /** The variables by which clients find Hive, beside HADOOP_CONF_DIR. */
  static final List<String> CLIENT_VARIABLES =
      List.of(
          "HIVE_CONF_DIR",
          "LOADPATH_HIVE_DIR",
          "LOADPATH_HIVE_URI",
          "LOADPATH_HIVE_URL",
          "LOADPATH_HIVE_PASSWORD_FILE");

  private final ClusterFiles files;
  private final EngineFolder engine;

  HiveDaemons(ClusterFiles files, EngineFolder engine) {
    this.files = files;
    this.engine = engine;
  }

  /** Writes the configuration of all but the metastore's database. */
  void writeConf(Map<String, String> clusterValues) throws IOException {
    Map<String, String> values = new HashMap<>(clusterValues);
    values.put("project", engine.root().toString());
    values.put("hive.password-file", files.hivePassword().toString());
    Files.createDirectories(files.hiveConf());
    ConfTemplates.write(
        templates().resolve("hive-site.xml"),
        files.hiveConf().resolve("hive-site.xml"),
        "rw-r--r--",
        values);
    copy("cluster/tez-site.xml");
    copy("hive-log4j2.properties");

    files.daemon(Daemon.HIVESERVER2).make();
    ConfTemplates.write(
        templates().resolve("hiveserver2-site.xml"), site(Daemon.HIVESERVER2), "rw-r--r--", values);
  }

  /**
   * Gives HiveServer2 a password for this start alone: a client that asks while it does not run
   * sends the old one to whatever program has the port.
   */
  void newPassword() throws IOException {
    ServiceFolder.write(files.hivePassword(), Password.random(), "rw-------");
  }

  private Path templates() {
    return engine.templates().resolve("hive");
  }

  /** Names the database in which the launcher makes tables before it starts the metastore. */
  private Path newTables() {
    return files.daemon(Daemon.METASTORE).path().resolve("new-tables.properties");
  }

  private Path site(Daemon daemon) {
    return files.daemon(daemon).path().resolve(daemon.name() + "-site.xml");
  }

  private void copy(String name) throws IOException {
    Path from = engine.hiveConf().resolve(name);
    Path to = files.hiveConf().resolve(from.getFileName());
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Makes the metastore's database, and writes the configuration that names it. */
  void openDatabase(ClusterSettings settings) throws IOException {
    MetastoreDatabase database = database();
    Map<String, String> values = new HashMap<>(database.open(fileSystem(settings)));
    values.put("metastore.rpc", Integer.toString(settings.port(Daemon.METASTORE, "rpc")));
    files.daemon(Daemon.METASTORE).make();
    Path conf = templates();
    ConfTemplates.write(
        conf.resolve("metastore-site.xml"), site(Daemon.METASTORE), "rw-------", values);
    Files.deleteIfExists(newTables());
    if (!database.hasTables()) {
      ConfTemplates.write(conf.resolve("new-tables.properties"), newTables(), "rw-------", values);
    }
  }

  /** Deletes what sessions of HiveServer2 have left in HDFS, as a stop ends HDFS with them. */
  void deleteScratch(ClusterSettings settings) throws IOException {
    String path = URLEncoder.encode(home() + "/scratch", UTF_8).replace("%2F", "/");
    String user = URLEncoder.encode(System.getProperty("user.name"), UTF_8);
    DaemonWeb.delete(
        settings.port(Daemon.NAMENODE, "http"),
        "/webhdfs/v1" + path + "?op=DELETE&recursive=true&user.name=" + user);
  }

  /**
   * The folder in HDFS for Hive's tables and sessions. It is not that of bin/hive without these
   * daemons, which has another metastore: one would overwrite the other's tables.
   */
  private static String home() {
    return "/user/" + System.getProperty("user.name") + "/loadpath/hive-server";
  }

  /** Whether the metastore's database still has its address. */
  boolean hasDatabase() {
    try {
      return Files.readString(site(Daemon.METASTORE)).contains(database().url() + "<");
    } catch (IOException | ServiceException e) {
      return false;
    }
  }

  /** Stops PostgreSQL if this cluster has started it and no other program uses it. */
  void closeDatabase(Consumer<String> progress) throws IOException {
    if (Files.exists(files.postgres()) && database().close()) {
      progress.accept(
          "PostgreSQL goes on, because other sessions use it: 'bin/postgres stop' ends it");
    }
  }

  private MetastoreDatabase database() {
    return new MetastoreDatabase(files, engine);
  }

  private static String fileSystem(ClusterSettings settings) {
    int port = settings.port(Daemon.NAMENODE, "rpc");
    return "hdfs://" + LoopbackPort.HOST + ":" + port;
  }

  /** The launcher's command for a daemon. */
  List<String> command(Daemon daemon) {
    return List.of(engine.hiveLauncher().toString(), "--service", daemon.role().word());
  }

  /**
   * The variables for the launcher.
   *
   * @param options the JVM's options
   */
  Map<String, String> environment(Daemon daemon, List<String> options) {
    Path folder = files.daemon(daemon).path();
    String classPath = folder.toString();
    if (daemon.role() == Role.METASTORE) {
      classPath += ":" + engine.postgresJars();
    }
    Map<String, String> environment = clientEnvironment();
    environment.put("LOADPATH_HIVE_NEW_TABLES", newTables().toString());
    environment.put("LOADPATH_HIVE_DIR", folder.resolve("tmp").toString());
    environment.put("LOADPATH_STATE", files.folder().getParent().toString());
    environment.put("HADOOP_CLASSPATH", classPath);
    environment.put("HADOOP_CLIENT_OPTS", String.join(" ", options));
    return environment;
  }

  /** The variables by which clients find all of the cluster. */
  Map<String, String> clientEnvironment(ClusterSettings settings) {
    Map<String, String> environment = clientEnvironment();
    environment.put("LOADPATH_HIVE_URL", url(settings));
    environment.put("LOADPATH_HIVE_PASSWORD_FILE", files.hivePassword().toString());
    return environment;
  }

  /** The variables by which Hive's command line finds the metastore and its folders. */
  private Map<String, String> clientEnvironment() {
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("HADOOP_CONF_DIR", files.conf().toString());
    environment.put("HIVE_CONF_DIR", files.hiveConf().toString());
    environment.put("LOADPATH_HIVE_DIR", files.hiveClients().toString());
    environment.put("LOADPATH_HIVE_URI", home());
    return environment;
  }

  /** How it is. */
  HiveStatus status(ClusterSettings settings) {
    boolean answers = new ClusterProbe(settings).ready(Daemon.HIVESERVER2, 0);
    return new HiveStatus(url(settings), files.hivePassword(), answers);
  }

  /** The address of HiveServer2 for clients. */
  static String url(ClusterSettings settings) {
    return "jdbc:hive2://%s:%d/default"
        .formatted(LoopbackPort.HOST, settings.port(Daemon.HIVESERVER2, "rpc"));
  }
}
