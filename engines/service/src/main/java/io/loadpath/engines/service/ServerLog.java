package io.loadpath.engines.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** A server's log file. */
public final class ServerLog {
  private static final long MAX_BYTES = 16_000_000;
  private static final int TAIL_BYTES = 64_000;
  private static final int TAIL_LINES = 15;

  private ServerLog() {}

  /** Prepares the log for one start and returns its length, after which this start writes. */
  public static long begin(Path log) throws IOException {
    if (Files.exists(log) && Files.size(log) > MAX_BYTES) {
      Files.move(
          log, log.resolveSibling(log.getFileName() + ".old"), StandardCopyOption.REPLACE_EXISTING);
    }
    if (!Files.exists(log)) {
      Files.createFile(log);
      Owner.mode(log, "rw-------");
    }
    return Files.size(log);
  }

  /** The last lines after a position. */
  public static String tail(Path log, long from) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      file.seek(Math.max(from, file.length() - TAIL_BYTES));
      byte[] bytes = new byte[(int) Math.max(0, file.length() - file.getFilePointer())];
      file.readFully(bytes);
      List<String> lines = new String(bytes, UTF_8).lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    } catch (IOException e) {
      return "(cannot read " + log + ": " + e.getMessage() + ")";
    }
  }
}
