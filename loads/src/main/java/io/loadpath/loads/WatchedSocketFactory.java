package io.loadpath.loads;

import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** Makes the sockets of sessions; the driver calls it by its name. */
public class WatchedSocketFactory extends SocketFactory {
  @Override
  public Socket createSocket() {
    return new WatchedSocket(WatchedSocket.LIMITS, WatchedSocket::answers);
  }

  // the driver makes all its sockets before it connects them

  @Override
  public Socket createSocket(String host, int port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress from, int fromPort) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) {
    throw new UnsupportedOperationException();
  }
}
