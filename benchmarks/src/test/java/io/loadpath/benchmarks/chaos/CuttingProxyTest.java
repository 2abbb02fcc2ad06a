package io.loadpath.benchmarks.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CuttingProxyTest {
  private ServerSocket server;
  private CuttingProxy proxy;

  @BeforeEach
  void start() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    proxy = new CuttingProxy(() -> server.getLocalPort());
  }

  @AfterEach
  void end() throws IOException {
    proxy.close();
    server.close();
  }

  private Socket client() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), proxy.port());
  }

  @Test
  void bytesPassBothWaysUntilACutEndsBothSides() throws IOException {
    try (Socket client = client();
        Socket peer = server.accept()) {
      client.getOutputStream().write(new byte[] {1, 2, 3});
      assertThat(peer.getInputStream().readNBytes(3)).containsExactly(1, 2, 3);
      peer.getOutputStream().write(7);
      assertThat(client.getInputStream().read()).isEqualTo(7);

      assertThat(proxy.cut()).isEqualTo(1);

      assertThat(peer.getInputStream().read()).isNegative();
      assertThat(client.getInputStream().read()).isNegative();
      assertThat(proxy.cut()).isZero();
    }
  }

  @Test
  void aCutLinkHoldsTheBytesOfAClientThatDiesMeanwhile() throws Exception {
    Socket client = client();
    try (Socket peer = server.accept()) {
      client.getOutputStream().write(1);
      assertThat(peer.getInputStream().read()).isEqualTo(1);
      long begin = System.nanoTime();
      assertThat(proxy.cutLink(500)).isTrue();
      client.getOutputStream().write(2);
      client.close();

      assertThat(peer.getInputStream().read()).isEqualTo(2);
      assertThat(System.nanoTime() - begin).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(500));
      assertThat(peer.getInputStream().read()).isNegative();
    }
    assertThat(proxy.cutLink(0)).as("a connection is left").isFalse();
  }

  @Test
  void aLimitSlowsDown() throws IOException {
    proxy.limit(40_000);
    try (Socket client = client();
        Socket peer = server.accept()) {
      long begin = System.nanoTime();
      client.getOutputStream().write(new byte[40_000]);
      client.shutdownOutput();
      assertThat(peer.getInputStream().readAllBytes()).hasSize(40_000);
      assertThat(System.nanoTime() - begin).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(600));
    }
  }
}
