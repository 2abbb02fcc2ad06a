package io.loadpath.engines.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;

/** TCP ports on 127.0.0.1. */
public final class LoopbackPort {
  /** The address that every server listens on. */
  public static final String HOST = "127.0.0.1";

  private LoopbackPort() {}

  /** Returns a port that was free a moment ago; the system chose it. */
  public static int free() throws IOException {
    try (ServerSocket socket = bound(0)) {
      return socket.getLocalPort();
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = bound(port)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Waits until a port is free: threads of a killed server may hold its port for a moment after its
   * process is gone.
   *
   * @return whether it is free
   */
  public static boolean awaitFree(int port, Duration limit) {
    return Processes.within(limit, () -> isFree(port));
  }

  private static ServerSocket bound(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.getByName(HOST));
  }
}
