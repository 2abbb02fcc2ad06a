package io.loadpath.engines.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.service.ProgramOutput;
import io.loadpath.engines.service.ServiceException;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures what the links of a lab carry: sends over TCP for a moment from one host to another.
 * {@code Probe} without arguments receives, {@code Probe ADDRESS PORT WARM-UP-NANOS} sends.
 */
public final class Probe {
  /** A probe waits as long before it gives up. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static final int ROUND_TRIPS = 31;
  private static final long MEASURED_NANOS = 1_000_000_000;
  private static final long MIN_WARM_UP_NANOS = 300_000_000;

  /** TCP doubles its rate with each round trip until it knows the link. */
  private static final int WARM_UP_ROUND_TRIPS = 25;

  private static final int BUFFER_BYTES = 256 << 10;
  private static final Pattern SENT =
      Pattern.compile("Sent (\\d+) bytes|\"tx\":\\{\"bytes\":(\\d+)");

  private Probe() {}

  /**
   * What a link carried.
   *
   * @param from the host that sent
   * @param to the host that received
   * @param bytesPerSecond the bytes that the receiver's program read
   * @param wireBytesPerSecond the same with all headers, and frames that were sent again
   * @param roundTripNanos the median round trip of one byte on an idle link
   */
  public record Figures(
      String from, String to, long bytesPerSecond, long wireBytesPerSecond, long roundTripNanos) {}

  /**
   * Sends from each host to the next, and from the last to the first: each link is used in both
   * directions.
   */
  public static List<Figures> all(LabFile file) throws IOException {
    List<String> hosts = file.hosts();
    List<Figures> figures = new ArrayList<>();
    for (int i = 0; hosts.size() > 1 && i < hosts.size(); i++) {
      figures.add(between(file, hosts.get(i), hosts.get((i + 1) % hosts.size())));
    }
    return figures;
  }

  /**
   * Sends from one host to another, for one second and a warm-up.
   *
   * @throws ServiceException if the bytes do not arrive within 30 s
   */
  public static Figures between(LabFile file, String from, String to) throws IOException {
    Process receiver =
        Holders.program(file.command(to, JavaProgram.of(Probe.class)))
            .redirectErrorStream(true)
            .start();
    try (BufferedReader lines = receiver.inputReader(UTF_8)) {
      String port = answer(lines);
      List<String> sender = new ArrayList<>(JavaProgram.of(Probe.class));
      long roundTrip = file.link(from).roundTripNanos() + file.link(to).roundTripNanos();
      long warmUp = Math.max(MIN_WARM_UP_NANOS, WARM_UP_ROUND_TRIPS * roundTrip);
      sender.addAll(List.of(file.address(to), port, Long.toString(warmUp)));
      long before = sentBytes(file, from);
      ProgramOutput sent = ProgramOutput.of(Holders.program(file.command(from, sender)), LIMIT);
      long wireBytes = sentBytes(file, from) - before;
      if (sent.exitCode() != 0) {
        throw new ServiceException(
            "no bytes from %s to %s in lab %s: %s"
                .formatted(from, to, file.lab(), sent.errors().strip()));
      }
      String[] received = answer(lines).split(" ");
      long rate = Long.parseLong(received[0]);
      double share = wireBytes / Double.parseDouble(received[1]);
      long roundTripNanos = Long.parseLong(sent.text().strip());
      return new Figures(from, to, rate, Math.round(rate * share), roundTripNanos);
    } finally {
      receiver.destroyForcibly();
    }
  }

  private static String answer(BufferedReader receiver) throws IOException {
    String line = receiver.readLine();
    if (line == null || !line.matches("\\d+( \\d+)?")) {
      throw new ServiceException("the receiver of the probe failed: " + line);
    }
    return line;
  }

  /** Returns the bytes that a host has sent, with the headers of each frame on the wire. */
  private static long sentBytes(LabFile file, String host) throws IOException {
    // A device counts the headers of a large frame once, before it is cut; a rate's queue does not.
    List<String> counter =
        file.link(host).bitsPerSecond() > 0
            ? List.of(LabTool.path("tc"), "-s", "qdisc", "show", "dev", LabSetup.HOST_DEVICE)
            : List.of(LabTool.path("ip"), "-s", "-j", "link", "show", LabSetup.HOST_DEVICE);
    ProgramOutput output = ProgramOutput.of(Holders.program(file.command(host, counter)), LIMIT);
    Matcher sent = SENT.matcher(output.text());
    if (!sent.find()) {
      throw new IOException("no count of bytes in: " + output.text() + output.errors());
    }
    return Long.parseLong(sent.group(1) != null ? sent.group(1) : sent.group(2));
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length == 0) {
      receive();
    } else {
      send(arguments[0], Integer.parseInt(arguments[1]), Long.parseLong(arguments[2]));
    }
  }

  /** Prints the port; then the bytes in a second after the warm-up, and all bytes. */
  private static void receive() throws IOException {
    try (ServerSocket server = new ServerSocket(0)) {
      System.out.println(server.getLocalPort());
      server.setSoTimeout((int) LIMIT.toMillis());
      try (Socket socket = server.accept()) {
        socket.setSoTimeout((int) LIMIT.toMillis());
        socket.setTcpNoDelay(true);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        for (int i = 0; i < ROUND_TRIPS; i++) {
          socket.getOutputStream().write(in.read());
        }
        System.out.println(count(in, in.readLong()));
        socket.getOutputStream().write(0);
      }
    }
  }

  private static String count(InputStream in, long warmUpNanos) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    long begun = System.nanoTime();
    long first = 0;
    long firstAt = 0;
    long last = 0;
    long lastAt = 0;
    long all = 0;
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      all += n;
      long now = System.nanoTime();
      if (firstAt == 0 && now - begun >= warmUpNanos) {
        first = all;
        firstAt = now;
      }
      if (firstAt > 0 && now - firstAt <= MEASURED_NANOS) {
        last = all;
        lastAt = now;
      }
    }
    long nanos = Math.max(1, lastAt - firstAt);
    return Math.round((last - first) * 1e9 / nanos) + " " + all;
  }

  /** Prints the round trip. */
  private static void send(String address, int port, long warmUpNanos) throws IOException {
    try (Socket socket = new Socket()) {
      socket.setTcpNoDelay(true);
      socket.connect(
          new InetSocketAddress(InetAddress.getByName(address), port), (int) LIMIT.toMillis());
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      long[] nanos = new long[ROUND_TRIPS];
      for (int i = 0; i < ROUND_TRIPS; i++) {
        long begun = System.nanoTime();
        out.write(0);
        socket.getInputStream().read();
        nanos[i] = System.nanoTime() - begun;
      }
      Arrays.sort(nanos);
      System.out.println(nanos[ROUND_TRIPS / 2]);
      out.writeLong(warmUpNanos);
      byte[] buffer = new byte[BUFFER_BYTES];
      long end = System.nanoTime() + warmUpNanos + MEASURED_NANOS + MIN_WARM_UP_NANOS;
      while (System.nanoTime() < end) {
        out.write(buffer);
      }
      socket.shutdownOutput();
      socket.getInputStream().read();
    }
  }
}
