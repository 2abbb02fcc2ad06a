package io.loadpath.engines.hive;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.conf.HiveConf.ConfVars;
import org.apache.hive.service.server.HiveServer2;

/**
 * Starts HiveServer2 for the cluster on this machine. First it puts the libraries for Hive's
 * containers there. HiveServer2's own pages are off: they show every query to every user of the
 * machine. One address is there in their place, by which the cluster's status asks for an {@link
 * Answer}.
 */
public final class HiveServer {
  /** Names the setting for the port of that address. */
  private static final String PORT = "loadpath.hive.answer-port";

  private HiveServer() {}

  public static void main(String[] args) throws Exception {
    List<String> arguments = ClusterLibraries.options();
    arguments.addAll(List.of(args));
    HiveConf.setLoadHiveServer2Config(true);
    HiveConf conf = new HiveConf();
    String host = conf.getVar(ConfVars.HIVE_SERVER2_THRIFT_BIND_HOST);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(host, Integer.parseInt(conf.get(PORT))), 0);
    server.createContext("/answer", HiveServer::answer);
    server.start();
    HiveServer2.main(arguments.toArray(String[]::new));
  }

  private static void answer(HttpExchange exchange) throws IOException {
    byte[] body = "{\"given\": %b}\n".formatted(Answer.isGiven()).getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
