package io.loadpath.benchmarks.kerberos;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.Loadpath;
import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.kerby.kerberos.kerb.KrbException;
import org.apache.kerby.kerberos.kerb.client.KrbClient;
import org.apache.kerby.kerberos.kerb.type.KerberosTime;
import org.apache.kerby.kerberos.kerb.type.kdc.EncKdcRepPart;
import org.apache.kerby.kerberos.kerb.type.ticket.TgtTicket;
import org.apache.kerby.kerberos.kerb.type.ticket.TicketFlag;

/**
 * The bundled cluster with Kerberos: a KDC in this JVM, and the settings of a secured cluster after
 * those of engines/cluster/conf. The daemons are the real ones.
 *
 * <p>Each daemon has a principal. Hadoop takes all of them for the user who runs the test, because
 * this cluster's daemons and containers run as that user. A client with that user's own ticket is
 * an administrator of HDFS.
 */
final class SecuredCluster implements AutoCloseable {
  static final String USER = System.getProperty("user.name");

  private static final Path LIBRARY =
      Program.ROOT.resolve("benchmarks/target/native/nativelib/Linux-amd64");

  private final Path folder;
  private final Path root;
  private final Path state;
  private final MiniKdc kdc;
  private final Path keytabs;

  SecuredCluster() throws Exception {
    folder = Files.createTempDirectory("loadpath-kerberos-it").toRealPath();
    Owner.mode(folder, "rwxr-xr-x");
    state = Files.createDirectory(folder.resolve("state"));
    Files.createFile(state.resolve(StateFolder.MARKER));
    keytabs = Files.createDirectory(folder.resolve("keytabs"));
    Properties settings = MiniKdc.createConf();
    kdc = new MiniKdc(settings, Files.createDirectory(folder.resolve("kdc")).toFile());
    try {
      kdc.start();
      for (String service : new String[] {"hdfs", "HTTP", "yarn", "mapred"}) {
        kdc.createPrincipal(keytab(service).toFile(), service + "/localhost");
      }
      root = makeProject();
    } catch (Exception e) {
      delete();
      throw e;
    }
  }

  /** A project whose templates for a cluster say that it is secured. */
  private Path makeProject() throws IOException {
    Path project = Files.createDirectory(folder.resolve("project"));
    Path real = Program.ROOT.resolve("engines");
    Path engine = Files.createDirectories(project.resolve("engines/cluster"));
    Files.createSymbolicLink(engine.resolveSibling("hadoop"), real.resolve("hadoop"));
    Path target = Files.createDirectory(engine.resolve("target")); // its class archive
    for (String name : new String[] {"lib", "cluster.jar"}) {
      Files.createSymbolicLink(target.resolve(name), real.resolve("cluster/target").resolve(name));
    }
    Path conf = Files.createDirectory(engine.resolve("conf"));
    try (Stream<Path> files = Files.list(real.resolve("cluster/conf"))) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        String more =
            settings().getOrDefault(file.getFileName().toString(), Map.of()).entrySet().stream()
                .map(SecuredCluster::property)
                .collect(joining());
        Files.writeString(
            conf.resolve(file.getFileName()),
            Files.readString(file).replace("</configuration>", more + "</configuration>"));
      }
    }
    return project;
  }

  private static String property(Map.Entry<String, String> setting) {
    return "<property><name>%s</name><value>%s</value></property>\n"
        .formatted(setting.getKey(), setting.getValue());
  }

  private Map<String, Map<String, String>> settings() {
    return Map.of(
        "core-site.xml",
        Map.of(
            "hadoop.security.authentication", "kerberos",
            "hadoop.security.authorization", "true",
            "hadoop.security.auth_to_local",
                "RULE:[2:$1](hdfs|HTTP|yarn|mapred)s/.*/" + USER + "/\nDEFAULT"),
        "hdfs-site.xml",
        Map.of(
            "dfs.namenode.kerberos.principal", principal("hdfs"),
            "dfs.namenode.keytab.file", keytab("hdfs").toString(),
            "dfs.datanode.kerberos.principal", principal("hdfs"),
            "dfs.datanode.keytab.file", keytab("hdfs").toString(),
            "dfs.web.authentication.kerberos.principal", principal("HTTP"),
            "dfs.web.authentication.kerberos.keytab", keytab("HTTP").toString(),
            "dfs.block.access.token.enable", "true",
            "dfs.data.transfer.protection", "authentication",
            // else the DataNode wants ports that only root may open, or TLS
            "ignore.secure.ports.for.testing", "true"),
        "yarn-site.xml",
        both(
            // containers find krb5.conf and the native library as the daemons do
            Map.of("yarn.nodemanager.env-whitelist", "JAVA_HOME,JDK_JAVA_OPTIONS,PATH,LANG,TZ"),
            both(login("yarn.resourcemanager", "yarn"), login("yarn.nodemanager", "yarn"))),
        "mapred-site.xml",
        login("mapreduce.jobhistory", "mapred"));
  }

  private Map<String, String> login(String daemon, String service) {
    return Map.of(
        daemon + ".principal", principal(service), daemon + ".keytab", keytab(service).toString());
  }

  private static Map<String, String> both(Map<String, String> one, Map<String, String> other) {
    Map<String, String> all = new HashMap<>(one);
    all.putAll(other);
    return all;
  }

  private String principal(String service) {
    return service + "/localhost@" + kdc.getRealm();
  }

  private Path keytab(String name) {
    return keytabs.resolve(name + ".keytab");
  }

  /** Starts the daemons and waits until a job can run. */
  void start() {
    assertThat(LIBRARY.resolve("libhadoop.so"))
        .as("Hadoop's native library, which the build unpacks with -Pcluster")
        .exists();
    Program.in(
            state,
            System.getProperty("java.home") + "/bin/java",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Loadpath.class.getName(),
            "cluster",
            "start")
        .set("LOADPATH_ROOT", root)
        .set("LOADPATH_STATE", state)
        .set("JDK_JAVA_OPTIONS", krb5Option() + " -Djava.library.path=" + LIBRARY)
        .run()
        .ok();
  }

  private String krb5Option() {
    return "-Djava.security.krb5.conf=" + kdc.getKrb5conf();
  }

  Path state() {
    return state;
  }

  /** The configuration for clients. */
  Path conf() {
    return Cluster.of(root, state).conf();
  }

  /** Makes a new folder. */
  Path newFolder() throws IOException {
    Path made = Files.createTempDirectory(folder, "test");
    Owner.mode(made, "rwxr-xr-x");
    return made;
  }

  /** A program of the project as a client of this cluster, with a ticket cache. */
  Program client(Path tickets, String program, String... arguments) {
    return Program.in(state, program, arguments)
        .set("LOADPATH_STATE", state)
        .set("LOADPATH_BUILD", "never")
        .set("HADOOP_CONF_DIR", conf())
        .set("HADOOP_OPTS", krb5Option())
        .set("KRB5CCNAME", "FILE:" + tickets);
  }

  /** Adds a user to the KDC, and returns the keytab. */
  Path makeUser(String name) throws Exception {
    kdc.createPrincipal(keytab(name).toFile(), name);
    return keytab(name);
  }

  String principalOf(String user) {
    return user + "@" + kdc.getRealm();
  }

  /** Writes a ticket cache as kinit does. */
  Path kinit(String user) throws Exception {
    return store(request(user));
  }

  /** Writes a ticket cache as kinit has, some hours ago. */
  Path kinitOfYesterday(String user) throws Exception {
    TgtTicket ticket = request(user);
    EncKdcRepPart part = ticket.getEncKdcRepPart();
    part.setEndTime(new KerberosTime(System.currentTimeMillis() - 1_000));
    part.getFlags().clearFlag(TicketFlag.RENEWABLE); // a KDC renews no expired ticket
    return store(ticket);
  }

  private TgtTicket request(String user) throws Exception {
    return krb().requestTgt(principalOf(user), keytab(user).toFile());
  }

  private Path store(TgtTicket ticket) throws Exception {
    Path file = newFolder().resolve("tickets");
    krb().storeTicket(ticket, file.toFile());
    return file;
  }

  private KrbClient krb() throws KrbException {
    KrbClient client = new KrbClient(kdc.getKrb5conf().getParentFile());
    client.setKdcHost(kdc.getHost());
    client.setKdcTcpPort(kdc.getPort());
    client.setKdcRealm(kdc.getRealm());
    client.setAllowUdp(false);
    client.init();
    return client;
  }

  /** Returns a missing ticket cache. */
  Path noTickets() {
    return folder.resolve("none");
  }

  /** The URI of HDFS. */
  String fileSystem() throws IOException {
    return Files.readString(conf().resolve("core-site.xml"))
        .replaceFirst("(?s).*<value>(hdfs://[^<]*)</value>.*", "$1");
  }

  /** A client configuration without Kerberos. */
  Path confWithoutSecurity() throws IOException {
    Path made = newFolder();
    String address = property(Map.entry("fs.defaultFS", fileSystem()));
    Files.writeString(
        made.resolve("core-site.xml"), "<configuration>" + address + "</configuration>");
    return made;
  }

  @Override
  public void close() throws IOException {
    Cluster.of(root, state).stop();
    delete();
  }

  private void delete() throws IOException {
    kdc.stop();
    System.clearProperty(MiniKdc.JAVA_SECURITY_KRB5_CONF);
    FileTree.delete(folder);
  }
}
