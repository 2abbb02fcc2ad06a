package io.loadpath.benchmarks.chaos;

import io.loadpath.engines.service.LoopbackPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * A proxy for a server on this machine whose port may change. It can slow connections down, cut
 * them, and be a link that is cut for a while.
 */
final class CuttingProxy implements AutoCloseable {
  private static final int CHUNK_BYTES = 8192;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final ServerSocket listener;
  private final IntSupplier serverPort;
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private volatile int bytesPerSecond;
  private volatile long wholeAt = System.nanoTime();

  CuttingProxy(IntSupplier serverPort) throws IOException {
    this.serverPort = serverPort;
    listener = new ServerSocket(0, 64, InetAddress.getByName(LoopbackPort.HOST));
    daemon(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Sets the rate of each direction of each connection; 0 for no limit. */
  void limit(int bytes) {
    bytesPerSecond = bytes;
  }

  /** Cuts all connections, as if their peer had died; returns their number. */
  int cut() {
    List<Connection> all = List.copyOf(open);
    all.forEach(this::end);
    return all.size();
  }

  /**
   * From now on, lets no byte pass for a while, and no new connection. Bytes on the way arrive
   * after it, also those of a client that has died meanwhile.
   *
   * @return whether there was a connection
   */
  boolean cutLink(long millis) {
    wholeAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    return !open.isEmpty();
  }

  /** Ends {@link #cutLink}. */
  void healLink() {
    wholeAt = System.nanoTime();
  }

  private void awaitLink() {
    while (wholeAt - System.nanoTime() > 0) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private record Connection(Socket client, Socket server) {}

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        daemon(() -> connect(client));
      } catch (IOException e) {
        // closed
      }
    }
  }

  private void connect(Socket client) {
    awaitLink();
    try (client;
        Socket server = new Socket(LoopbackPort.HOST, serverPort.getAsInt())) {
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      Connection both = new Connection(client, server);
      open.add(both);
      daemon(() -> pass(server, client, both));
      pass(client, server, both);
    } catch (IOException e) {
      // no server, or the connection has ended
    }
  }

  private void pass(Socket from, Socket to, Connection both) {
    byte[] chunk = new byte[CHUNK_BYTES];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
        awaitLink();
        out.write(chunk, 0, count);
        if (bytesPerSecond > 0) {
          LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(count) / bytesPerSecond);
        }
      }
    } catch (IOException e) {
      // the other end has closed, or was cut
    } finally {
      end(both);
    }
  }

  private void end(Connection both) {
    open.remove(both);
    try (both.client;
        both.server) {
      // close both, whatever the state of the other
    } catch (IOException e) {
      // it has ended
    }
  }

  private static void daemon(Runnable body) {
    Thread thread = new Thread(body, "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    cut();
  }
}
