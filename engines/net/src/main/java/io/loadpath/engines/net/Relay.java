package io.loadpath.engines.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.service.ServiceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Passes frames between a host and the switch, with delay and loss. One process in the switch
 * serves all such links of a lab: {@code Relay HOST ONE-WAY-NANOS LOSS …}
 */
final class Relay {
  /** The largest frame that TCP hands to a device of a lab with a relay. */
  static final int LARGE_FRAME_BYTES = 15_360;

  private static final int LARGE_SLOT_BYTES = 16 << 10;

  /** Where each frame has at most 1500 bytes and two headers. */
  private static final int SMALL_SLOT_BYTES = 2 << 10;

  /** Frames that are due so soon are sent at once, so that one sleep serves several frames. */
  private static final long EARLY_NANOS = 50_000;

  /** A sleep is shorter than the wait by what earlier sleeps took too long, on average. */
  private static final int OVERSLEPT_SHARE = 8;

  private static final long MAX_OVERSLEPT_NANOS = 500_000;

  private static final String READY = "ready";
  private static final int WORDS = 3;

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
    List<String> words = new ArrayList<>();
    for (String host : file.hosts()) {
      Link link = file.link(host);
      if (link.relayed()) {
        words.addAll(
            List.of(host, Long.toString(link.roundTripNanos() / 2), Double.toString(link.loss())));
      }
    }
    if (words.isEmpty()) {
      return null;
    }
    // JNA unpacks its library there for a moment
    words.addAll(0, JavaProgram.of(Relay.class, "-Djna.tmpdir=" + file.path().getParent()));
    Process process = Holders.program(file.switchCommand(words)).redirectErrorStream(true).start();
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
    boolean loss = false;
    for (int i = 0; i < arguments.length; i += WORDS) {
      loss |= Double.parseDouble(arguments[i + 2]) > 0;
    }
    int slotBytes = loss ? SMALL_SLOT_BYTES : LARGE_SLOT_BYTES;
    for (int i = 0; i < arguments.length; i += WORDS) {
      PacketRing host = new PacketRing(hostSide(arguments[i]), slotBytes);
      PacketRing lan = new PacketRing(switchSide(arguments[i]), slotBytes);
      long delayNanos = Long.parseLong(arguments[i + 1]);
      double share = Double.parseDouble(arguments[i + 2]);
      new Direction(host, lan, delayNanos, share, i).start();
      new Direction(lan, host, delayNanos, share, i + 1).start();
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
    private final long delayNanos;
    private final double loss;
    private final SplittableRandom chance;
    private long oversleptNanos;

    Direction(PacketRing from, PacketRing to, long delayNanos, double loss, long seed) {
      this.from = from;
      this.to = to;
      this.delayNanos = delayNanos;
      this.loss = loss;
      this.chance = new SplittableRandom(seed);
    }

    @Override
    public void run() {
      try {
        while (true) {
          awaitTime(from.await() + delayNanos);
          if (chance.nextDouble() >= loss) {
            from.sendBy(to);
          }
          from.release();
        }
      } catch (IOException e) {
        Runtime.getRuntime().halt(1); // the lab is gone
      }
    }

    /** Waits at most for the whole delay, even if the machine's clock is set back. */
    private void awaitTime(long due) {
      long left = Math.min(due - PacketRing.now(), delayNanos);
      if (left - oversleptNanos > EARLY_NANOS) {
        LockSupport.parkNanos(left - oversleptNanos);
        long late = Math.min(PacketRing.now() - due, MAX_OVERSLEPT_NANOS);
        oversleptNanos = Math.max(0, oversleptNanos + late / OVERSLEPT_SHARE);
      }
    }
  }
}
