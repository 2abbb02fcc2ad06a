package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.UsageException;
import io.loadpath.engines.net.Hosts;
import io.loadpath.engines.net.Lab;
import io.loadpath.engines.net.LabFile;
import io.loadpath.engines.net.Link;
import io.loadpath.engines.net.Probe;
import io.loadpath.engines.service.Processes;
import io.loadpath.tables.cli.HelpOption;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code bin/loadpath net up --link 1GbE} */
@Command(
    name = "net",
    description = {
      "Makes a lab: hosts on this machine with a real network between them, with rate, delay and"
          + " loss.",
      "The hosts are network namespaces of Linux. Nothing of the machine's own network is changed,"
          + " several labs do not see each other, and the hosts reach nothing outside. A host shares"
          + " files, CPU and memory with the machine.",
      "A lab needs ip, tc, unshare and nsenter, and root or an ordinary user who may make user"
          + " namespaces. If something is missing, a message names it."
    },
    footer = {
      "",
      "A link is one of:",
      "  " + Link.RATES,
      "  and after it +20ms (added round trip) or +1%%loss or both: 1GbE+20ms+0.1%%loss",
      "",
      "Examples:",
      "  bin/loadpath net up --link 1GbE                           files, database and hadoop",
      "  bin/loadpath net up far --link 1GbE --link database=1GbE+20ms",
      "  bin/loadpath net probe                                    what its links really carry",
      "  bin/loadpath net exec files ip addr                       run a program on a host",
      "  bin/loadpath net list                                     labs, hosts and addresses",
      "  bin/loadpath net down                                     end it, and its programs"
    })
final class NetCommand implements Runnable {
  private static final String DEFAULT_LAB = "main";
  private static final List<String> HOSTS = List.of(Hosts.FILES, Hosts.DATABASE, Hosts.HADOOP);
  private static final int MAX_WORKERS = 16;
  private static final double BYTES_PER_MB = 1e6;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int BITS_PER_BYTE = 8;

  @Spec private CommandSpec spec;

  @Mixin private HelpOption help;
  @ParentCommand private Commands program;

  /** The lab that a command works on. */
  private static final class LabName {
    @Parameters(
        arity = "0..1",
        paramLabel = "LAB",
        defaultValue = DEFAULT_LAB,
        description = "The lab's name (default: ${DEFAULT-VALUE}).")
    private String name;
  }

  /** Lets {@code exec} pass the options after the host on to the program. */
  static void leaveOptionsToPrograms(CommandLine net) {
    net.getSubcommands().get("exec").setStopAtPositional(true);
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "name what to do: up, down, list, exec or probe");
  }

  @Command(
      name = "up",
      description = {
        "Makes a lab, which stays until 'net down' or the end of the machine.",
        "Between two hosts, the slower link decides the rate, and the round trips of both links are"
            + " added. So give a delay to one host only: --link 1GbE --link database=1GbE+20ms."
      })
  int up(
      @Mixin LabName lab,
      @Option(
              names = "--link",
              paramLabel = "[HOST=]LINK",
              description = "The link of one host, or of all others (default: unlimited).")
          List<String> links,
      @Option(
              names = "--workers",
              paramLabel = "N",
              defaultValue = "0",
              description = "Number of hosts worker-1, worker-2 and so on, 0 to 16 (default: 0).")
          int workers,
      @Mixin HelpOption upHelp)
      throws IOException {
    if (workers < 0 || workers > MAX_WORKERS) {
      throw new UsageException("--workers is %d, not 0 to %d".formatted(workers, MAX_WORKERS));
    }
    List<String> hosts = new ArrayList<>(HOSTS);
    for (int i = 1; i <= workers; i++) {
      hosts.add(Hosts.worker(i));
    }
    try {
      Map<String, Link> named = links(hosts, links == null ? List.of() : links);
      show(Lab.upToStay(program.state(), lab.name, named));
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
    return 0;
  }

  private static Map<String, Link> links(List<String> hosts, List<String> options) {
    Map<String, Link> links = new LinkedHashMap<>();
    hosts.forEach(host -> links.put(host, null));
    Link others = Link.UNLIMITED;
    for (String option : options) {
      int equals = option.indexOf('=');
      Link link = Link.parse(option.substring(equals + 1));
      String host = option.substring(0, Math.max(equals, 0));
      if (equals < 0) {
        others = link;
      } else if (links.containsKey(host)) {
        links.put(host, link);
      } else {
        throw new UsageException(
            "--link %s: there is no host '%s', only %s"
                .formatted(option, host, String.join(", ", hosts)));
      }
    }
    Link rest = others;
    links.replaceAll((host, link) -> link == null ? rest : link);
    return links;
  }

  @Command(name = "down", description = "Ends a lab and all programs on its hosts.")
  int down(@Mixin LabName lab, @Mixin HelpOption downHelp) throws IOException {
    Lab.open(program.state(), lab.name).close();
    System.out.println("lab " + lab.name + " ended");
    return 0;
  }

  @Command(name = "list", description = "Lists the labs, with the hosts, addresses and links.")
  int list(@Mixin HelpOption listHelp) throws IOException {
    List<String> names = Lab.names(program.state());
    if (names.isEmpty()) {
      System.out.println("there is no lab: make one with 'bin/loadpath net up'");
    }
    for (String name : names) {
      show(Lab.open(program.state(), name));
    }
    return 0;
  }

  private static void show(Lab lab) {
    LabFile file = lab.file();
    System.out.println(
        "lab "
            + file.lab()
            + (lab.isWhole()
                ? ""
                : ": a part of it has ended; 'bin/loadpath recover' ends the rest"));
    for (String host : file.hosts()) {
      System.out.printf("  %-12s %-14s %s%n", host, file.address(host), file.link(host));
    }
  }

  @Command(
      name = "exec",
      description = {
        "Runs a program on a host, as you, with your files. Its exit code is the program's.",
        "The variable LOADPATH_LAB names the file with all addresses to the program."
      })
  int exec(
      @Option(
              names = "--lab",
              paramLabel = "LAB",
              defaultValue = DEFAULT_LAB,
              description = "The lab's name (default: ${DEFAULT-VALUE}).")
          String name,
      @Parameters(index = "0", paramLabel = "HOST", description = "The host.") String host,
      @Parameters(
              index = "1..*",
              arity = "1..*",
              paramLabel = "COMMAND",
              description = "The program and its arguments.")
          List<String> command,
      @Mixin HelpOption execHelp)
      throws IOException {
    LabFile file = Lab.open(program.state(), name).file();
    try {
      ProcessBuilder builder = new ProcessBuilder(file.command(host, command)).inheritIO();
      builder.environment().put(LabFile.VARIABLE, file.path().toString());
      return Processes.waitFor(builder.start());
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  @Command(
      name = "probe",
      description = {
        "Measures what the links of a lab carry: each host sends to the next for about two seconds.",
        "The payload is what a program receives. The wire has the headers of each frame, too; this"
            + " is the rate that a link's name limits. The round trip is that of an idle link."
      })
  int probe(@Mixin LabName lab, @Mixin HelpOption probeHelp) throws IOException {
    LabFile file = Lab.open(program.state(), lab.name).file();
    System.out.printf(
        Locale.ROOT,
        "%-12s %-12s %13s %10s %13s %12s%n",
        "from",
        "to",
        "payload MB/s",
        "wire MB/s",
        "wire of limit",
        "round trip");
    for (Probe.Figures figures : Probe.all(file)) {
      System.out.printf(
          Locale.ROOT,
          "%-12s %-12s %13.1f %10.1f %13s %9.3f ms%n",
          figures.from(),
          figures.to(),
          figures.bytesPerSecond() / BYTES_PER_MB,
          figures.wireBytesPerSecond() / BYTES_PER_MB,
          ofLimit(file, figures),
          figures.roundTripNanos() / NANOS_PER_MILLI);
    }
    return 0;
  }

  private static String ofLimit(LabFile file, Probe.Figures figures) {
    long bits =
        List.of(figures.from(), figures.to()).stream()
            .mapToLong(host -> file.link(host).bitsPerSecond())
            .filter(rate -> rate > 0)
            .min()
            .orElse(0);
    return bits == 0
        ? "no limit"
        : String.format(
            Locale.ROOT, "%.1f %%", 100.0 * figures.wireBytesPerSecond() * BITS_PER_BYTE / bits);
  }
}
