package io.loadpath.engines.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/**
 * A program on a host: one end of a TCP connection. The test tells it by lines to {@code send} or
 * {@code receive} one byte.
 */
final class Peer implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 400;
  private final Process process;
  private final BufferedReader answers;
  private final PrintStream orders;

  private Peer(LabFile file, String host, String... arguments) throws IOException {
    List<String> words = new ArrayList<>(LabOwner.java(Peer.class, LabOwner.classPath()));
    words.addAll(List.of(arguments));
    process = new ProcessBuilder(file.command(host, words)).redirectError(Redirect.INHERIT).start();
    answers = process.inputReader(UTF_8);
    orders = new PrintStream(process.getOutputStream(), true, UTF_8);
  }

  static Peer listening(LabFile file, String host) throws IOException {
    return new Peer(file, host);
  }

  /** Connects to the peer of another host. */
  static Peer connected(LabFile file, String host, String otherHost, Peer other)
      throws IOException {
    return new Peer(file, host, file.address(otherHost), other.answer());
  }

  String answer() throws IOException {
    return answers.readLine();
  }

  String ask(String order) throws IOException {
    orders.println(order);
    return answer();
  }

  /**
   * Sends datagrams to the address of the receiver.
   *
   * @return the number of datagrams that arrived
   */
  static int arrived(LabFile from, String sender, LabFile to, String receiver, int count)
      throws IOException {
    try (Peer receiving = new Peer(to, receiver, "datagrams")) {
      String port = receiving.answer();
      try (Peer sending =
          new Peer(from, sender, "datagrams", to.address(receiver), port, "" + count)) {
        sending.answer();
      }
      return Integer.parseInt(receiving.ask("count"));
    }
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length > 0 && arguments[0].equals("datagrams")) {
      datagrams(arguments);
    } else if (arguments.length == 0) {
      try (ServerSocket server = new ServerSocket(0)) {
        System.out.println(server.getLocalPort());
        obey(server.accept());
      }
    } else {
      obey(new Socket(arguments[0], Integer.parseInt(arguments[1])));
    }
  }

  private static void datagrams(String[] arguments) throws IOException {
    try (DatagramSocket socket = new DatagramSocket()) {
      if (arguments.length == 1) {
        System.out.println(socket.getLocalPort());
        System.in.read();
        int count = 0;
        socket.setSoTimeout(PATIENCE_MILLIS);
        try {
          while (true) {
            socket.receive(new DatagramPacket(new byte[1], 1));
            count++;
          }
        } catch (SocketTimeoutException e) {
          System.out.println(count);
        }
      } else {
        InetSocketAddress to = new InetSocketAddress(arguments[1], Integer.parseInt(arguments[2]));
        for (int i = 0; i < Integer.parseInt(arguments[3]); i++) {
          socket.send(new DatagramPacket(new byte[1], 1, to));
        }
        System.out.println("sent");
      }
    }
  }

  private static void obey(Socket socket) throws IOException {
    socket.setSoTimeout(PATIENCE_MILLIS);
    System.out.println("connected");
    BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      System.out.println(answer(socket, order));
    }
  }

  private static String answer(Socket socket, String order) {
    try {
      if (order.equals("send")) {
        socket.getOutputStream().write(1);
        return "sent";
      }
      return socket.getInputStream().read() < 0 ? "end" : "byte";
    } catch (SocketTimeoutException e) {
      return "nothing";
    } catch (IOException e) {
      return e.toString();
    }
  }
}
