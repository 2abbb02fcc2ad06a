package io.loadpath.benchmarks.service;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.LinkInfo;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.net.Hosts;
import io.loadpath.engines.net.Lab;
import io.loadpath.engines.net.LabFile;
import io.loadpath.engines.net.Link;
import io.loadpath.engines.net.Probe;
import io.loadpath.engines.service.ServerRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The lab in which a run runs. Every host's link has the rate of the variant's {@code net}; the
 * database's link also has its delay and loss, so that they count once between two hosts.
 */
public final class RunLab {
  /** The name of a run's lab. */
  public static final String NAME = "run";

  /** The worker hosts; a cluster with more workers has the rest on the client's host. */
  public static final int WORKERS = 2;

  private final RunPlace place;
  private final Lab lab;

  private RunLab(RunPlace place, Lab lab) {
    this.place = place;
    this.lab = lab;
  }

  /** Returns the lab of a run at {@code place}; empty outside a lab. */
  public static Optional<RunLab> of(RunPlace place) throws IOException {
    Optional<LabFile> file = Hosts.of(place.caller()).lab();
    return file.isPresent()
        ? Optional.of(new RunLab(place, Lab.open(place.state(), file.get().lab())))
        : Optional.empty();
  }

  /**
   * Makes the lab of a run, which ends with this process.
   *
   * @param nets the links of its variants
   * @param others the names of other hosts
   */
  public static Lab up(Path state, List<String> nets, List<String> others) throws IOException {
    List<Link> links = nets.stream().map(Link::parse).toList();
    Map<String, Link> ofHosts = new LinkedHashMap<>();
    // the relay, and small frames for a loss, must be there from the start
    Link first =
        links.stream()
            .max(Comparator.comparing((Link link) -> link.loss() > 0).thenComparing(Link::relayed))
            .orElseThrow();
    ofHosts.put(Hosts.FILES, first.rateOnly());
    ofHosts.put(Hosts.DATABASE, first);
    ofHosts.put(Hosts.HADOOP, first.rateOnly());
    for (int worker = 1; worker <= WORKERS; worker++) {
      ofHosts.put(Hosts.worker(worker), first.rateOnly());
    }
    others.forEach(host -> ofHosts.put(host, first.rateOnly()));
    return Lab.up(state, NAME, ofHosts);
  }

  /** Returns the processes that make the delay and loss of a run's links. */
  public static List<Long> relays(RunPlace place) {
    try {
      return of(place).flatMap(lab -> lab.lab.file().relay()).map(ServerRecord::pid).stream()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Lab lab() {
    return lab;
  }

  /** Gives the hosts the link of a variant that runs in a lab. */
  public static void setLink(RunPlace place, Variant variant) throws IOException {
    Optional<RunLab> lab = of(place);
    if (lab.isPresent() && variant.net().isPresent()) {
      lab.get().set(variant.net().get());
    }
  }

  public void set(String net) throws IOException {
    Link link = Link.parse(net);
    for (String host : lab.file().hosts()) {
      Link wanted = host.equals(Hosts.DATABASE) ? link : link.rateOnly();
      if (!lab.file().link(host).words().equals(wanted.words())) {
        lab.change(host, wanted);
      }
    }
  }

  /**
   * Measures each link of the variants, from the client's host to the database's and back. If a
   * variant fetches files, it also measures the CPU time of that, over a link without a limit.
   */
  public List<LinkInfo> probe(Collection<Variant> variants) {
    List<LinkInfo> network = new ArrayList<>();
    List<String> nets = variants.stream().flatMap(v -> v.net().stream()).distinct().toList();
    try {
      for (String net : nets) {
        set(net);
        network.add(probe(net, Hosts.HADOOP, Hosts.DATABASE, false));
        network.add(probe(net, Hosts.DATABASE, Hosts.HADOOP, false));
      }
      if (variants.stream().anyMatch(FileService::uses)) {
        String net = nets.size() == 1 ? nets.get(0) : Link.UNLIMITED.words();
        set(net);
        network.add(probe(net, Hosts.FILES, Hosts.DATABASE, true));
      }
    } catch (IOException e) {
      throw new LoadpathException("cannot measure the links of the lab: " + e.getMessage(), e);
    }
    return network;
  }

  private LinkInfo probe(String net, String from, String to, boolean fetch) throws IOException {
    Probe.Figures figures = Probe.between(lab.file(), from, to);
    return new LinkInfo(
        net,
        from,
        to,
        figures.bytesPerSecond(),
        figures.wireBytesPerSecond(),
        figures.roundTripNanos(),
        fetch ? FetchProbe.cpuNanosPerMb(place, lab.file(), figures.bytesPerSecond()) : null);
  }
}
