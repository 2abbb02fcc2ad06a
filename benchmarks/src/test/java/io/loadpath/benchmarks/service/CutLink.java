package io.loadpath.benchmarks.service;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A link to a server that can be cut: open connections end, and new ones are refused. */
final class CutLink implements AutoCloseable {
  private final int target;
  private final int port;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile ServerSocket listener;

  CutLink(int target) throws IOException {
    this.target = target;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    port = listener.getLocalPort();
    serve();
  }

  int port() {
    return port;
  }

  private void serve() {
    ServerSocket current = listener;
    start(
        () -> {
          while (true) {
            Socket client = current.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            open.add(client);
            open.add(server);
            start(() -> copy(client, server));
            start(() -> copy(server, client));
          }
        });
  }

  private interface Body {
    void run() throws IOException;
  }

  private static void start(Body body) {
    Thread thread =
        new Thread(
            () -> {
              try {
                body.run();
              } catch (IOException e) {
                // cut
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void copy(Socket from, Socket to) throws IOException {
    try (from;
        to;
        InputStream in = from.getInputStream()) {
      in.transferTo(to.getOutputStream());
    } finally {
      open.remove(from);
    }
  }

  void cut() throws IOException {
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
  }

  void join() throws IOException {
    ServerSocket next = new ServerSocket();
    next.setReuseAddress(true);
    next.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    listener = next;
    serve();
  }

  @Override
  public void close() throws IOException {
    cut();
  }
}
