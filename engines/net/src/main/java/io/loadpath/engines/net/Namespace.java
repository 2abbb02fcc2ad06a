package io.loadpath.engines.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The namespaces of processes, from namespaces(7). */
final class Namespace {
  private Namespace() {}

  static String of(long pid, String kind) {
    return of(Long.toString(pid), kind);
  }

  /**
   * Returns what identifies a namespace, such as {@code net:[4026531840]}.
   *
   * @param process its number, or {@code self}
   * @param kind {@code net} or {@code user}
   * @return empty if the process ended or belongs to another user
   */
  static String of(String process, String kind) {
    try {
      return Files.readSymbolicLink(Path.of("/proc", process, "ns", kind)).toString();
    } catch (IOException e) {
      return "";
    }
  }
}
