package io.loadpath.engines.net;

import com.sun.jna.Native;
import io.loadpath.engines.service.ServiceException;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Command lines of this module's programs. */
final class JavaProgram {
  private JavaProgram() {}

  /** Returns the command line of a class's {@code main}, for a JVM that starts fast. */
  static List<String> of(Class<?> program, String... options) {
    String places =
        Stream.of(program, ServiceException.class, Native.class)
            .map(JavaProgram::place)
            .distinct()
            .collect(Collectors.joining(File.pathSeparator));
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-Xmx32m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    words.add("-XX:-UsePerfData");
    words.addAll(List.of(options));
    words.addAll(List.of("-cp", places, program.getName()));
    return words;
  }

  /** Returns the folder or jar of a class. */
  static String place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
