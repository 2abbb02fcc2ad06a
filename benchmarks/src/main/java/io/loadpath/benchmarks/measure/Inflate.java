package io.loadpath.benchmarks.measure;

import io.loadpath.benchmarks.measure.LimitProbes.Probe;
import io.loadpath.benchmarks.needs.Tool;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.datasets.Manifest;
import io.loadpath.engines.postgres.ServerUser;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.ServiceException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Probes how fast one core inflates a gzip file of the dataset. The file comes from the page cache,
 * and the text goes to {@code /dev/null}. A load is not faster: it also reads with direct I/O, and
 * writes to a pipe. The tool gets a short file several times, so that its start does not matter. Of
 * a long file, the first 64 MB of text are compressed again.
 *
 * @param textBytes approximate amount of text that a trial inflates
 */
record Inflate(Trials trials, Path folder, ProbeTarget target, String tool, long textBytes) {
  static final String PREFIX = "inflate-";

  private static final String JAVA = "java";
  private static final long TEXT_BYTES = 64_000_000;
  private static final int MOST_TIMES = 1_000; // a command line has a limit
  private static final int BLOCK_BYTES = 1 << 16;
  private static final int USUAL_LEVEL = 6;

  /** Returns a probe for each installed tool, on the gzip data of {@code target}. */
  static List<Probe> each(Trials trials, Path folder, ProbeTarget target) {
    return Stream.of("gzip", "igzip", JAVA)
        .filter(tool -> tool.equals(JAVA) || Tool.named(tool).find().isPresent())
        .map(tool -> new Inflate(trials, folder, target, tool, TEXT_BYTES))
        .map(inflate -> new Probe(PREFIX + inflate.tool, inflate::run))
        .toList();
  }

  Limit run() throws IOException, SQLException {
    Manifest.DataFile part =
        target.manifest().files().stream()
            .filter(any -> any.logicalBytes() > 0) // a user's file may be empty
            .findFirst()
            .orElseThrow(() -> new IOException("no file of " + target.dataset() + " has text"));
    Path file = target.folder().resolve(part.name());
    boolean whole = part.logicalBytes() <= textBytes;
    long bytes = whole ? part.logicalBytes() : textBytes;
    int times = (int) Math.max(1, Math.min(MOST_TIMES, textBytes / bytes));
    List<Path> files = Collections.nCopies(times, whole ? file : beginning(file));
    return new Limit(
        PREFIX + tool,
        "One core inflates text of %s with %s"
            .formatted(target.dataset(), tool.equals(JAVA) ? "java.util.zip" : tool),
        1,
        target.dataset(),
        times * bytes,
        trials.trials(() -> nanos(files)));
  }

  private Path beginning(Path file) throws IOException {
    String[] codec = target.manifest().codec().split("-"); // gzip-3; a user's file is gzip
    int level = codec.length == 1 ? USUAL_LEVEL : Integer.parseInt(codec[1]);
    Path sample = folder.resolve("inflate-%s.gz".formatted(target.dataset()));
    if (Files.exists(sample)) {
      return sample;
    }
    Path part = folder.resolve("inflate.part");
    try (InputStream text = open(file);
        OutputStream compressed = new Gzip(Files.newOutputStream(part), level)) {
      byte[] block = new byte[BLOCK_BYTES];
      for (long left = textBytes; left > 0; ) {
        trials.checkStopped();
        int read = text.read(block, 0, (int) Math.min(left, block.length));
        if (read < 0) {
          throw new IOException(file + " holds less text than its manifest says");
        }
        compressed.write(block, 0, read);
        left -= read;
      }
    }
    ServerUser reader = reader();
    if (reader.dropped()) { // with some umasks, only root can read the file
      Owner.give(part, reader.uid(), reader.gid());
    }
    return Files.move(part, sample);
  }

  /** Gzip with a given level. */
  private static final class Gzip extends GZIPOutputStream {
    Gzip(OutputStream out, int level) throws IOException {
      super(new BufferedOutputStream(out), BLOCK_BYTES);
      def.setLevel(level);
    }
  }

  private static InputStream open(Path file) throws IOException {
    return new GZIPInputStream(Files.newInputStream(file), BLOCK_BYTES);
  }

  private long nanos(List<Path> files) throws IOException, SQLException {
    if (tool.equals(JAVA)) {
      return trials.nanos(List.of(() -> inflate(files)));
    }
    List<String> command = new ArrayList<>();
    command.add(Tool.named(tool).find().orElseThrow().toString());
    command.add("-dc");
    files.forEach(file -> command.add(file.toString()));
    return trials.nanosOf(reader().command(command));
  }

  /** Returns the user to inflate as; a program never reads a user's file as root. */
  private static ServerUser reader() throws IOException {
    try {
      return ServerUser.find();
    } catch (ServiceException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static Void inflate(List<Path> files) throws IOException {
    byte[] block = new byte[BLOCK_BYTES];
    for (Path file : files) {
      try (InputStream text = open(file)) {
        while (text.read(block) >= 0) {
          if (Thread.interrupted()) {
            throw new IOException("interrupted");
          }
        }
      }
    }
    return null;
  }
}
