package io.loadpath.benchmarks.kerberos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loadpath.benchmarks.needs.Tool;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.security.auth.Subject;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.kerby.kerberos.kerb.client.KrbClient;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSCredential;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.GSSManager;
import org.ietf.jgss.Oid;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Location files and their preprocessor with Kerberos: a real KDC, and a server that answers as a
 * NameNode only to a ticket, and as a DataNode to anyone with the NameNode's token.
 */
@Timeout(300)
class NegotiateIT {
  private static final String SPNEGO = "1.3.6.1.5.5.2";
  private static final String TEXT = "1|one|\n2|two|\n";
  private static final String STATE =
      "{\"FileStatus\":{\"pathSuffix\":\"\",\"length\":%d,\"modificationTime\":1764150000123,\"type\":\"FILE\"}}"
          .formatted(TEXT.length());

  @TempDir private static Path folder;
  private static final ConcurrentLinkedQueue<String> CLIENTS = new ConcurrentLinkedQueue<>();

  private static MiniKdc kdc;
  private static HttpServer server;
  private static Subject service;
  private static Path tickets;

  @BeforeAll
  static void start() throws Exception {
    assumeThat(Tool.named("curl").find()).as("curl is not installed").isPresent();
    assumeThat(Program.in(folder, "curl", "--version").run().ok().out())
        .as("this curl knows no Kerberos")
        .contains("SPNEGO");
    kdc = new MiniKdc(MiniKdc.createConf(), Files.createDirectory(folder.resolve("kdc")).toFile());
    kdc.start();
    Path keytab = folder.resolve("keytab");
    kdc.createPrincipal(keytab.toFile(), "HTTP/localhost");
    Path ofUser = folder.resolve("user.keytab");
    kdc.createPrincipal(ofUser.toFile(), "etl");
    tickets = folder.resolve("tickets");
    KrbClient client = new KrbClient(kdc.getKrb5conf().getParentFile());
    client.setKdcHost(kdc.getHost());
    client.setKdcTcpPort(kdc.getPort());
    client.setKdcRealm(kdc.getRealm());
    client.setAllowUdp(false);
    client.init();
    client.storeTicket(
        client.requestTgt("etl@" + kdc.getRealm(), ofUser.toFile()), tickets.toFile());
    service = logIn(keytab);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/webhdfs/v1/sales", NegotiateIT::nameNode);
    server.createContext("/data", NegotiateIT::dataNode);
    server.start();
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.stop(0);
    }
    if (kdc != null) {
      kdc.stop();
      System.clearProperty(MiniKdc.JAVA_SECURITY_KRB5_CONF);
    }
  }

  private static Subject logIn(Path keytab) throws Exception {
    Map<String, String> options =
        Map.of(
            "useKeyTab", "true",
            "keyTab", keytab.toString(),
            "principal", "HTTP/localhost@" + kdc.getRealm(),
            "storeKey", "true",
            "isInitiator", "false",
            "doNotPrompt", "true");
    Configuration configuration =
        new Configuration() {
          @Override
          public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
            return new AppConfigurationEntry[] {
              new AppConfigurationEntry(
                  "com.sun.security.auth.module.Krb5LoginModule",
                  AppConfigurationEntry.LoginModuleControlFlag.REQUIRED,
                  options)
            };
          }
        };
    LoginContext login = new LoginContext("service", new Subject(), null, configuration);
    login.login();
    return login.getSubject();
  }

  private static void nameNode(HttpExchange exchange) throws IOException {
    String authorization = exchange.getRequestHeaders().getFirst("Authorization");
    String client = client(authorization);
    if (client == null) {
      exchange.getResponseHeaders().add("WWW-Authenticate", "Negotiate");
      send(exchange, 401, "");
      return;
    }
    CLIENTS.add(client);
    if (exchange.getRequestURI().getQuery().startsWith("op=OPEN")) {
      String node = "http://127.0.0.1:" + server.getAddress().getPort();
      exchange.getResponseHeaders().add("Location", node + "/data?op=OPEN&delegation=token");
      send(exchange, 307, "");
    } else {
      send(exchange, 200, STATE);
    }
  }

  private static void dataNode(HttpExchange exchange) throws IOException {
    boolean token = exchange.getRequestURI().getQuery().endsWith("&delegation=token");
    boolean asked = exchange.getRequestHeaders().containsKey("Authorization");
    send(exchange, token && !asked ? 200 : 403, token && !asked ? TEXT : "");
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    exchange.sendResponseHeaders(status, text.isEmpty() ? -1 : text.length());
    exchange.getResponseBody().write(text.getBytes(UTF_8));
    exchange.close();
  }

  /** Returns the principal that a header proves; null if none. */
  private static String client(String authorization) throws IOException {
    if (authorization == null || !authorization.startsWith("Negotiate ")) {
      return null;
    }
    byte[] token = Base64.getDecoder().decode(authorization.substring("Negotiate ".length()));
    try {
      return Subject.doAs(
          service,
          (PrivilegedExceptionAction<String>)
              () -> {
                GSSManager manager = GSSManager.getInstance();
                GSSContext context =
                    manager.createContext(
                        manager.createCredential(
                            null,
                            GSSCredential.INDEFINITE_LIFETIME,
                            new Oid(SPNEGO),
                            GSSCredential.ACCEPT_ONLY));
                context.acceptSecContext(token, 0, token.length);
                return context.isEstablished() ? context.getSrcName().toString() : null;
              });
    } catch (PrivilegedActionException e) {
      assertThat(e.getCause()).isInstanceOf(GSSException.class);
      return null;
    }
  }

  private static Program client(Path ticketCache, String program, String... arguments) {
    return Program.in(folder, program, arguments)
        .set("LOADPATH_STATE", folder.resolve("state"))
        .set("LOADPATH_BUILD", "never")
        .set("KRB5_CONFIG", kdc.getKrb5conf())
        .set("KRB5CCNAME", "FILE:" + ticketCache);
  }

  private static Program locations(Path ticketCache) {
    String host = "localhost:" + server.getAddress().getPort();
    return client(
        ticketCache,
        "bin/loadpath",
        "locations",
        "webhdfs://" + host + "/sales/a.tbl",
        "--kerberos",
        "--checksum=none",
        "--allow=127.0.0.1",
        "--to=" + folder.resolve("made"));
  }

  private static Path locationFile() throws IOException {
    try (var files = Files.newDirectoryStream(folder.resolve("made"), "part-*")) {
      return files.iterator().next();
    }
  }

  /** The preprocessors have an empty environment, and could not find this test's KDC and ticket. */
  private static Outcome read(Path ticketCache) throws IOException {
    Path file = locationFile();
    List<String> lines = Files.readAllLines(file);
    return client(ticketCache, "external-table/preprocessor/send-file.sh", "--", "--part")
        .with(lines.get(0), lines.get(1), file.toString())
        .run();
  }

  @Test
  void aTicketOpensTheNameNode() throws IOException {
    locations(tickets).run().ok();
    assertThat(locationFile()).content().contains(" login=kerberos\n", " 14 1764150000123 -\n");

    assertThat(read(tickets).ok().out()).isEqualTo(TEXT);
    assertThat(CLIENTS).hasSize(4).containsOnly("etl@" + kdc.getRealm());

    Path none = folder.resolve("none");
    Outcome refused = read(none);
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .contains(": read: the server answers 401; user ", "needs a Kerberos ticket");
    Outcome unlisted = locations(none).run();
    assertThat(unlisted.exitCode()).isEqualTo(1);
    assertThat(unlisted.err()).contains("no valid Kerberos ticket: run 'kinit'");
  }
}
