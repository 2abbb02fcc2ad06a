package io.loadpath.benchmarks.service;

import io.loadpath.benchmarks.locations.LocationFiles;
import io.loadpath.benchmarks.locations.LocationFiles.LocationFile;
import io.loadpath.benchmarks.locations.RemoteFile;
import io.loadpath.engines.net.FileServer;
import io.loadpath.engines.net.Hosts;
import io.loadpath.engines.net.LabFile;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.ProgramOutput;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures the CPU time to fetch a file over a link: by the file server and the preprocessor of a
 * load, but without a database and an inflater.
 */
record FetchProbe(Path preprocessor, LabFile lab, Path folder, FileServer server) {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final long MOST_BYTES = 256_000_000;
  private static final long BYTES_PER_MB = 1_000_000;

  /** Prints the bytes, then the CPU time of the shell and of its children. */
  private static final String SCRIPT = "set -o pipefail; \"$0\" \"$1\" | wc -c && times";

  private static final Pattern TIME = Pattern.compile("(\\d+)m(\\d+)\\.(\\d{3})s");

  /**
   * Measures it.
   *
   * @param bytesPerSecond the link's rate, so that a fetch takes a second at most
   * @return CPU time in nanoseconds for 1,000,000 bytes
   * @throws ServiceException if the file does not arrive
   */
  static long cpuNanosPerMb(RunPlace place, LabFile lab, long bytesPerSecond) throws IOException {
    Path folder = place.state().resolve("fetch");
    FileTree.delete(folder); // of a killed run
    Files.createDirectories(folder);
    try (FileServer server = FileServer.start(lab, Hosts.FILES, folder)) {
      Path preprocessor = place.root().resolve("external-table/preprocessor/read-http.sh");
      FetchProbe probe = new FetchProbe(preprocessor, lab, folder, server);
      long bytes = Math.min(MOST_BYTES, bytesPerSecond);
      probe.cpuNanos(1); // warms up
      long start = probe.cpuNanos(1);
      return Math.max(0, (probe.cpuNanos(bytes) - start) * BYTES_PER_MB / bytes);
    } finally {
      FileTree.delete(folder);
    }
  }

  private long cpuNanos(long bytes) throws IOException {
    Path locations = locations(bytes);
    Duration before = serverCpu();
    List<String> words =
        lab.command(
            Hosts.DATABASE,
            List.of("bash", "-c", SCRIPT, preprocessor.toString(), locations.toString()));
    ProgramOutput output = ProgramOutput.of(new ProcessBuilder(words), LIMIT);
    List<String> lines = output.text().lines().map(String::strip).toList();
    if (lines.size() < 3 || !lines.get(0).equals(Long.toString(bytes))) {
      throw new ServiceException("a file did not cross the link: " + output.errors().strip());
    }
    Matcher children = TIME.matcher(lines.get(2));
    Duration cpu = serverCpu().minus(before);
    while (children.find()) {
      cpu =
          cpu.plusMinutes(Long.parseLong(children.group(1)))
              .plusSeconds(Long.parseLong(children.group(2)))
              .plusMillis(Long.parseLong(children.group(3)));
    }
    return cpu.toNanos();
  }

  private Duration serverCpu() {
    return ProcessHandle.of(server.pid())
        .flatMap(process -> process.info().totalCpuDuration())
        .orElseThrow(() -> new ServiceException("the file server has ended"));
  }

  /** Makes a file of zeros, which takes no room on the disk, and returns its location file. */
  private Path locations(long bytes) throws IOException {
    Path file = folder.resolve("zeros-" + bytes);
    try (RandomAccessFile zeros = new RandomAccessFile(file.toFile(), "rw")) {
      zeros.setLength(bytes);
    }
    FileTime changed = FileTime.fromMillis(BYTES_PER_MB); // HTTP sends whole seconds
    Files.setLastModifiedTime(file, changed);
    String uri = server.url() + "/" + file.getFileName();
    RemoteFile remote = new RemoteFile(uri, bytes, Long.toString(changed.toMillis()), "-");
    LocationFile only = new LocationFile(0, List.of(remote));
    String host = URI.create(uri).getAuthority();
    return folder.resolve(LocationFiles.write(folder, List.of(only), List.of(host), "").get(0));
  }
}
