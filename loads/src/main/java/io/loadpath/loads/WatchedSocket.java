package io.loadpath.loads;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import jdk.net.ExtendedSocketOptions;

/**
 * A session's socket that notices a dead link within three minutes. TCP alone sends lost bytes
 * again for 15 minutes or more, and Java cannot shorten that. So while a read or a write waits,
 * another connection to the server is tried. If the server takes none for a while, the session ends
 * with an error. A statement may take any time on a server that can be reached.
 */
final class WatchedSocket extends Socket {
  /**
   * The limits.
   *
   * @param silence the time that a read or a write waits before the server is tried
   * @param pause the time between two tries
   * @param tries the number of tries that must fail, one after the other
   */
  record Limits(Duration silence, Duration pause, int tries) {}

  static final Limits LIMITS = new Limits(Duration.ofSeconds(30), Duration.ofSeconds(10), 6);

  private static final int CONNECT_MILLIS = 10_000;

  /** The kernel ends an idle session on a dead link within two minutes. */
  private static final Map<SocketOption<Integer>, Integer> KEEPALIVES =
      Map.of(
          ExtendedSocketOptions.TCP_KEEPIDLE, 60,
          ExtendedSocketOptions.TCP_KEEPINTERVAL, 10,
          ExtendedSocketOptions.TCP_KEEPCOUNT, 6);

  private final Limits limits;
  private final Predicate<SocketAddress> answers;
  private volatile Long waitsSince;
  private volatile boolean lost;
  private Thread watch;

  /**
   * @param answers whether a host takes connections at an address
   */
  WatchedSocket(Limits limits, Predicate<SocketAddress> answers) {
    this.limits = limits;
    this.answers = answers;
  }

  /** Whether a host takes a connection, or refuses it, which also needs the link. */
  static boolean answers(SocketAddress server) {
    try (Socket other = new Socket()) {
      other.connect(server, CONNECT_MILLIS);
      return true;
    } catch (ConnectException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void connect(SocketAddress server, int timeoutMillis) throws IOException {
    super.connect(server, timeoutMillis);
    for (Map.Entry<SocketOption<Integer>, Integer> keepalive : KEEPALIVES.entrySet()) {
      if (supportedOptions().contains(keepalive.getKey())) {
        setOption(keepalive.getKey(), keepalive.getValue());
      }
    }
    watch = new Thread(this::watch, "loadpath watches " + server);
    watch.setDaemon(true);
    watch.start();
  }

  private void watch() {
    SocketAddress server = getRemoteSocketAddress();
    int failed = 0;
    try {
      while (failed < limits.tries()) {
        Thread.sleep(limits.pause().toMillis());
        failed = waits() && !answers.test(server) ? failed + 1 : 0;
      }
      lost = true;
      super.close();
    } catch (InterruptedException | IOException e) {
      return; // the session has ended
    }
  }

  private boolean waits() {
    Long since = waitsSince;
    return since != null && System.nanoTime() - since >= limits.silence().toNanos();
  }

  @Override
  public synchronized void close() throws IOException {
    super.close();
    if (watch != null) {
      watch.interrupt();
    }
  }

  private interface Transfer {
    int run() throws IOException;
  }

  private int watched(Transfer transfer) throws IOException {
    waitsSince = System.nanoTime();
    try {
      return transfer.run();
    } catch (IOException e) {
      throw lost ? new LostLinkException(getRemoteSocketAddress(), e) : e;
    } finally {
      waitsSince = null;
    }
  }

  /** The error of a session whose server cannot be reached. */
  static final class LostLinkException extends IOException {
    private static final long serialVersionUID = 1;

    LostLinkException(SocketAddress server, IOException cause) {
      super(
          "the database's server %s has not answered for minutes, and takes no new connection: check the network between it and this host"
              .formatted(server),
          cause);
    }
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new FilterInputStream(super.getInputStream()) {
      @Override
      public int read() throws IOException {
        return watched(in::read);
      }

      @Override
      public int read(byte[] to, int start, int length) throws IOException {
        return watched(() -> in.read(to, start, length));
      }
    };
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return new FilterOutputStream(super.getOutputStream()) {
      @Override
      public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] from, int start, int length) throws IOException {
        watched(
            () -> {
              out.write(from, start, length);
              return length;
            });
      }
    };
  }
}
