package io.loadpath.engines.net;

import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.SystemProgram;
import java.util.Map;

/** The programs of the operating system that a lab needs. */
final class LabTool {
  /** The programs, each with the package that holds it. */
  static final Map<String, String> PACKAGES =
      Map.of(
          "ip", "iproute2",
          "tc", "iproute2",
          "unshare", "util-linux",
          "nsenter", "util-linux",
          "setsid", "util-linux",
          "hostname", "hostname");

  /** The folders of these programs: PATH lacks some of them for ordinary users. */
  static final String SEARCH_PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

  private LabTool() {}

  /** Returns the absolute path of a program. */
  static String path(String name) {
    return SystemProgram.find(name)
        .map(Object::toString)
        .orElseThrow(() -> new ServiceException(missing(name)));
  }

  static String missing(String name) {
    return "the program '%s' is missing: install %s".formatted(name, PACKAGES.get(name));
  }
}
