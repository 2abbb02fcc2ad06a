package io.loadpath.loads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions whose server says nothing for a while. */
class WatchedSocketTest {
  private static final WatchedSocket.Limits SOON =
      new WatchedSocket.Limits(Duration.ZERO, Duration.ofMillis(1), 3);

  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  private WatchedSocket connected(WatchedSocket socket) throws IOException {
    socket.connect(server.getLocalSocketAddress(), 0);
    return socket;
  }

  @Test
  void aReadEndsIfTheServerCannotBeReached() throws IOException {
    try (WatchedSocket socket = connected(new WatchedSocket(SOON, address -> false))) {
      assertThatThrownBy(() -> socket.getInputStream().read(new byte[1]))
          .hasMessageContaining("has not answered for minutes, and takes no new connection")
          .hasMessageContaining("127.0.0.1:" + server.getLocalPort());
    }
  }

  @Test
  void aWriteEndsIfTheServerCannotBeReached() throws IOException {
    byte[] more = new byte[1 << 20];
    try (WatchedSocket socket = connected(new WatchedSocket(SOON, address -> false))) {
      assertThatThrownBy(
              () -> {
                while (true) { // until the buffers are full
                  socket.getOutputStream().write(more);
                }
              })
          .isInstanceOf(WatchedSocket.LostLinkException.class);
    }
  }

  @Test
  void aReadGoesOnWhileTheServerCanBeReachedNowAndThen() throws Exception {
    CountDownLatch tries = new CountDownLatch(12);
    WatchedSocket patient =
        new WatchedSocket(
            SOON,
            address -> {
              tries.countDown();
              return tries.getCount() % 3 == 0; // two in a row fail, and not three
            });
    try (WatchedSocket socket = connected(patient);
        Socket other = server.accept()) {
      Thread reply =
          new Thread(
              () -> {
                try {
                  tries.await();
                  other.getOutputStream().write(7);
                } catch (IOException | InterruptedException e) {
                  throw new AssertionError(e);
                }
              });
      reply.start();
      assertThat(socket.getInputStream().read()).isEqualTo(7);
      reply.join();
    }
  }

  @Test
  void anIdleSessionIsNotTried() throws Exception {
    CountDownLatch tries = new CountDownLatch(1);
    try (WatchedSocket idle =
            connected(
                new WatchedSocket(
                    SOON,
                    address -> {
                      tries.countDown();
                      return false;
                    }));
        WatchedSocket waiting = connected(new WatchedSocket(SOON, address -> false))) {
      // the other session is given up, and its watch began later
      assertThatThrownBy(() -> waiting.getInputStream().read()).isInstanceOf(IOException.class);
      assertThat(tries.getCount()).isEqualTo(1);
      assertThat(idle.isClosed()).isFalse();
    }
  }

  @Test
  void theErrorOfASessionNamesTheServerThatIsLost() {
    IOException lost =
        new WatchedSocket.LostLinkException(server.getLocalSocketAddress(), new IOException());
    assertThat(ServerError.describe(new SQLException("I/O error", "08006", lost)))
        .startsWith("I/O error: the database's server ")
        .contains(" has not answered for minutes")
        .endsWith("; the connection to the server is lost: run the job again");
    assertThat(ServerError.describe(new SQLException("I/O error", "08006", new IOException("x"))))
        .isEqualTo("I/O error; the connection to the server is lost: run the job again");
  }

  @Test
  void aListeningServerAnswersAndSoDoesOneThatRefuses() throws IOException {
    assertThat(WatchedSocket.answers(server.getLocalSocketAddress())).isTrue();
    server.close();
    assertThat(WatchedSocket.answers(server.getLocalSocketAddress())).isTrue();
  }
}
