package io.loadpath.benchmarks.run;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Reads the output of a step, which may have gigabytes. */
final class StepLog {
  static final int TAIL_LINES = 20;

  private static final int TAIL_BYTES = 16 * 1024;
  private static final int LINE_CHARACTERS = 400;
  private static final String MASK = "***";

  private final List<String> secrets; // not to be shown
  private final int longestSecretBytes;

  StepLog(List<String> secrets) {
    this.secrets = secrets.stream().filter(secret -> !secret.isBlank()).toList();
    this.longestSecretBytes =
        this.secrets.stream()
            .mapToInt(secret -> secret.getBytes(StandardCharsets.UTF_8).length)
            .max()
            .orElse(0);
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
    long skipped;
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
      long length = log.length();
      skipped = Math.max(0, length - TAIL_BYTES - longestSecretBytes);
      log.seek(skipped);
      byte[] bytes = new byte[(int) (length - skipped)];
      log.readFully(bytes);
      text = new String(bytes, StandardCharsets.UTF_8);
    }
    for (String secret : secrets) {
      text = text.replace(secret, MASK);
    }
    if (skipped > 0) { // the text may begin with the end of a secret
      text = text.substring(Math.min(longestSecretBytes, text.length()));
    }
    List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
    return lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()).stream()
        .map(line -> line.substring(0, Math.min(line.length(), LINE_CHARACTERS)))
        .collect(Collectors.joining("\n"));
  }
}
