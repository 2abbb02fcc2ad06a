package io.loadpath.engines.net;

import io.loadpath.engines.service.ProgramOutput;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Makes the devices of a lab: a bridge in the switch, a veth pair to each host, and the rates. */
final class LabSetup {
  /** The device in a host. */
  static final String HOST_DEVICE = "eth0";

  /** A bridge without ports, in which frames vanish. */
  static final String HOLE = "hole.";

  private static final String BRIDGE = "bridge.";
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int BITS_PER_BYTE = 8;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /**
   * The most that a link sends at once after a pause: 3 ms, but at least some large frames. A
   * program on a busy machine pauses as long.
   */
  private static final long BURST_NANOS = 3_000_000;

  private static final int MIN_BURST_BYTES = 32 * 1024;

  /** The queue in front of a link, next to the bytes that are on their way. */
  private static final long QUEUE_NANOS = 10_000_000;

  private static final int MIN_QUEUE_BYTES = 256 * 1024;

  private final LabFile file;
  private final List<String> links = new ArrayList<>();
  private final List<String> shaping = new ArrayList<>();

  private LabSetup(LabFile file) {
    this.file = file;
  }

  /**
   * Makes the devices.
   *
   * @throws ServiceException with the message of {@code ip} or {@code tc} if one fails
   */
  static void run(LabFile file) throws IOException {
    runInSwitch(file, List.of("sh", "-ec", new LabSetup(file).script()));
  }

  /** Runs a program in the switch to its end, and returns its output. */
  static String runInSwitch(LabFile file, List<String> program) throws IOException {
    ProgramOutput output = ProgramOutput.of(Holders.program(file.switchCommand(program)), LIMIT);
    if (output.exitCode() != 0) {
      throw new ServiceException(
          "cannot set up the network of lab %s: %s".formatted(file.lab(), output.errors().strip()));
    }
    return output.text();
  }

  private String script() {
    links.add("link add name %s type bridge mcast_snooping 0".formatted(BRIDGE));
    links.add("link set dev %s up".formatted(BRIDGE));
    links.add("link add name %s type bridge mcast_snooping 0".formatted(HOLE));
    links.add("link set dev %s up".formatted(HOLE));
    StringBuilder inHosts = new StringBuilder();
    String frames = frames();
    for (String host : file.hosts()) {
      join(host, frames);
      shaping.addAll(shaped(host, file.link(host)));
      shaping.add("qdisc add dev %s ingress".formatted(host));
      inHosts.append(inHost(host));
    }
    return batch("ip", links) + batch("tc", shaping) + inHosts;
  }

  /**
   * The largest frames. TCP hands frames of up to 64 KiB to a virtual device. The relay's slots
   * hold smaller ones; and where frames are lost, each must be one of 1500 bytes.
   */
  private String frames() {
    List<Link> all = file.hosts().stream().map(file::link).toList();
    if (all.stream().anyMatch(link -> link.loss() > 0)) {
      return "gso_max_segs 1 ";
    }
    return all.stream().anyMatch(Link::relayed)
        ? "gso_max_size %d ".formatted(Relay.LARGE_FRAME_BYTES)
        : "";
  }

  private void join(String host, String frames) {
    String peer =
        "peer name %s address %s %snetns %d"
            .formatted(HOST_DEVICE, hardwareAddress(host), frames, holder(host));
    if (file.relayedHosts().contains(host)) {
      // the relay passes frames on between the two pairs
      links.add("link add name %s %stype veth %s".formatted(Relay.hostSide(host), frames, peer));
      links.add(
          "link add name %s %stype veth peer name %s"
              .formatted(host, frames, Relay.switchSide(host)));
      links.add("link set dev %s up".formatted(Relay.hostSide(host)));
      links.add("link set dev %s up".formatted(Relay.switchSide(host)));
    } else {
      links.add("link add name %s %stype veth %s".formatted(host, frames, peer));
    }
    links.add("link set dev %s master %s up".formatted(host, BRIDGE));
  }

  private String inHost(String host) {
    List<String> devices = new ArrayList<>();
    devices.add("link set lo up");
    devices.add("addr add %s/24 dev %s".formatted(file.address(host), HOST_DEVICE));
    devices.add("link set dev %s up".formatted(HOST_DEVICE));
    for (String other : file.hosts()) {
      // otherwise hosts ask for it, and a lost question takes a second
      devices.add(
          "neigh add %s lladdr %s nud permanent dev %s"
              .formatted(file.address(other), hardwareAddress(other), HOST_DEVICE));
    }
    String enter = "nsenter --net=/proc/%d/ns/net ".formatted(holder(host));
    return enter + batch("ip", devices) + enter + batch("tc", shaped(HOST_DEVICE, file.link(host)));
  }

  private String hardwareAddress(String host) {
    return "02:00:00:00:00:%02x".formatted(file.number(host));
  }

  /** Returns the command of {@code tc} that limits what a device sends, if the link has a rate. */
  private static List<String> shaped(String device, Link link) {
    if (link.bitsPerSecond() == 0) {
      return List.of();
    }
    return List.of("qdisc replace " + queue(device, link));
  }

  /** Returns the device and the queue that limits what it sends, for {@code tc}. */
  private static String queue(String device, Link link) {
    long burst = Math.max(bytes(link, BURST_NANOS), MIN_BURST_BYTES);
    long queue = Math.max(bytes(link, QUEUE_NANOS + link.roundTripNanos()), MIN_QUEUE_BYTES);
    return "dev %s root tbf rate %dbit burst %d limit %d"
        .formatted(device, link.bitsPerSecond(), burst, queue);
  }

  /** Gives a host another link. */
  static void change(LabFile file, String host, Link link) throws IOException {
    String enter =
        "nsenter --net=/proc/%d/ns/net "
            .formatted(file.process(LabFile.hostKey(host)).orElseThrow().pid());
    runInSwitch(
        file,
        List.of("sh", "-ec", changed(host, link) + "\n" + enter + changed(HOST_DEVICE, link)));
  }

  private static String changed(String device, Link link) {
    return link.bitsPerSecond() > 0
        ? "tc qdisc replace " + queue(device, link)
        : "tc qdisc del dev %s root 2>/dev/null || true".formatted(device);
  }

  private static long bytes(Link link, long nanos) {
    return (long) (link.bitsPerSecond() / (double) BITS_PER_BYTE * nanos / NANOS_PER_SECOND);
  }

  private long holder(String host) {
    return file.process(LabFile.hostKey(host)).orElseThrow().pid();
  }

  private static String batch(String tool, List<String> lines) {
    return "%s -batch - <<'END'\n%s\nEND\n".formatted(tool, String.join("\n", lines));
  }
}
