package io.loadpath.engines.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.service.ServiceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Passes frames between a host and the switch, with delay and loss. One process in the switch
 * serves all such links of a lab: {@code Relay FRAME-BYTES FILE HOST …}. The file has the delay in
 * one direction in nanoseconds (long) and the loss (double) of each host; it may change meanwhile.
 */
final class Relay {
  /** The largest frame that TCP hands to a device of a lab with a relay. */
  static final int LARGE_FRAME_BYTES = 15_360;

  private static final int LARGE_SLOT_BYTES = 16 << 10;

  /** Where each frame has at most 1500 bytes and two headers. */
  private static final int SMALL_SLOT_BYTES = 2 << 10;

  /** Frames that are due so soon are sent at once, so that one sleep serves several frames. */
  private static final long EARLY_NANOS = 20_000;

  /** A sleep is shorter than the wait by what earlier sleeps took too long, on average. */
  private static final int OVERSLEPT_SHARE = 8;

  private static final long MAX_OVERSLEPT_NANOS = 500_000;

  /** Lets the kernel end a thread's sleeps at the nanosecond instead of within 50 microseconds. */
  private static final int PR_SET_TIMERSLACK = 29;

  private static final String READY = "ready";
  private static final int ENTRY_BYTES = Long.BYTES + Double.BYTES;

  private Relay() {}

  static String hostSide(String host) {
    return host + ".h";
  }

  static String switchSide(String host) {
    return host + ".s";
  }

  /**
   * Starts the relay of a lab, and notes it in the lab's file.
   *
   * @return null if no link needs one
   */
  static Server start(LabFile file) throws IOException {
    List<String> hosts = file.relayedHosts();
    if (hosts.isEmpty()) {
      return null;
    }
    write(file);
    boolean loss = hosts.stream().anyMatch(host -> file.link(host).loss() > 0);
    // JNA unpacks its library there for a moment
    List<String> words =
        new ArrayList<>(JavaProgram.of(Relay.class, "-Djna.tmpdir=" + file.path().getParent()));
    words.add(Integer.toString(loss ? SMALL_SLOT_BYTES : LARGE_SLOT_BYTES));
    words.add(file.relayPath().toString());
    words.addAll(hosts);
    Process process = Holders.start(file.switchCommand(words));
    try (BufferedReader lines = process.inputReader(UTF_8)) {
      String line = lines.readLine();
      if (!READY.equals(line)) {
        process.destroyForcibly();
        throw new ServiceException("the relay of lab %s failed: %s".formatted(file.lab(), line));
      }
    }
    file.addProcess(LabFile.RELAY, Holders.process(process.pid()));
    return new Server(process);
  }

  /** Writes delay and loss of all links that a relay serves, for a relay that may run already. */
  static void write(LabFile file) throws IOException {
    List<String> hosts = file.relayedHosts();
    ByteBuffer entries = ByteBuffer.allocate(hosts.size() * ENTRY_BYTES);
    for (String host : hosts) {
      entries.putLong(file.link(host).roundTripNanos() / 2).putDouble(file.link(host).loss());
    }
    // not by another file of this name: the relay has mapped this one
    Files.write(
        file.relayPath(), entries.array(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /**
   * A running relay, which ends with this process unless told.
   *
   * @param process its process
   */
  record Server(Process process) {
    void stay() throws IOException {
      process.getOutputStream().write('\n');
      process.getOutputStream().close();
    }
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    int slotBytes = Integer.parseInt(arguments[0]);
    MappedByteBuffer entries;
    try (FileChannel file = FileChannel.open(Path.of(arguments[1]))) {
      entries = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size());
    }
    for (int i = 2; i < arguments.length; i++) {
      PacketRing host = new PacketRing(hostSide(arguments[i]), slotBytes);
      PacketRing lan = new PacketRing(switchSide(arguments[i]), slotBytes);
      int at = (i - 2) * ENTRY_BYTES;
      new Direction(host, lan, entries, at, 2L * i).start();
      new Direction(lan, host, entries, at, 2L * i + 1).start();
    }
    System.out.println(READY);
    System.out.close();
    if (System.in.read() < 0) {
      Runtime.getRuntime().halt(0); // the lab's owner ended
    }
    Thread.currentThread().join();
  }

  /** One direction of a link. */
  private static final class Direction extends Thread {
    private final PacketRing from;
    private final PacketRing to;
    private final ByteBuffer entries;
    private final int at;
    private final SplittableRandom chance;
    private long oversleptNanos;

    Direction(PacketRing from, PacketRing to, ByteBuffer entries, int at, long seed) {
      this.from = from;
      this.to = to;
      this.entries = entries;
      this.at = at;
      this.chance = new SplittableRandom(seed);
    }

    @Override
    public void run() {
      Libc.prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
      try {
        while (true) {
          long arrived = from.await();
          awaitTime(arrived, entries.getLong(at));
          if (chance.nextDouble() >= entries.getDouble(at + Long.BYTES)) {
            from.sendBy(to);
          }
          from.release();
        }
      } catch (IOException e) {
        Runtime.getRuntime().halt(1); // the lab is gone
      }
    }

    /** Waits at most for the whole delay, even if the machine's clock is set back. */
    private void awaitTime(long arrived, long delayNanos) {
      long due = arrived + delayNanos;
      long left = Math.min(due - PacketRing.now(), delayNanos);
      if (left > EARLY_NANOS) {
        left = sleep(due, left, Math.max(1, left - oversleptNanos));
        long late = Math.max(-left, -MAX_OVERSLEPT_NANOS);
        oversleptNanos += Math.min(late, MAX_OVERSLEPT_NANOS) / OVERSLEPT_SHARE;
        oversleptNanos = Math.max(0, oversleptNanos);
      }
      while (left > EARLY_NANOS) {
        left = sleep(due, left, left);
      }
    }

    private static long sleep(long due, long left, long nanos) {
      LockSupport.parkNanos(nanos);
      return Math.min(due - PacketRing.now(), left);
    }
  }
}
