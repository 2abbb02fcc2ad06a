package io.loadpath.benchmarks.run;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Reads what a step printed, of which there may be gigabytes. */
final class StepLog {
  static final int TAIL_LINES = 20;

  private static final int TAIL_BYTES = 16 * 1024;
  private static final int LINE_CHARACTERS = 400;
  private static final String MASK = "***";

  private final List<String> secrets;

  /**
   * @param secrets texts that are not shown
   */
  StepLog(List<String> secrets) {
    this.secrets = secrets.stream().filter(secret -> !secret.isBlank()).toList();
  }

  /** Returns the last lines of the first of {@code files} that has any. */
  String tail(Path... files) throws IOException {
    for (Path file : files) {
      if (Files.exists(file) && Files.size(file) > 0) {
        return tail(file);
      }
    }
    return "";
  }

  private String tail(Path file) throws IOException {
    String text;
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
      log.seek(Math.max(0, log.length() - TAIL_BYTES));
      byte[] bytes = new byte[(int) Math.min(TAIL_BYTES, log.length())];
      log.readFully(bytes);
      text = new String(bytes, StandardCharsets.UTF_8);
    }
    for (String secret : secrets) {
      text = text.replace(secret, MASK);
    }
    List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
    return lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()).stream()
        .map(line -> line.substring(0, Math.min(line.length(), LINE_CHARACTERS)))
        .collect(Collectors.joining("\n"));
  }
}
