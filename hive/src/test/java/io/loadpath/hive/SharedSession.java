package io.loadpath.hive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One session of Hive for the tests of several classes: its start, and the first statements of each
 * kind, cost more than most others. A statement that fails ends only the last part.
 */
final class SharedSession {
  private static final Path FOLDER = Path.of("target/it-session").toAbsolutePath();

  /** Hive's folder. */
  static final Path HIVE = FOLDER.resolve("hive");

  /** The folder in which Hive ran. */
  static final Path CURRENT = FOLDER.resolve("current");

  private static final Program.Outcome OUTCOME = run();

  private interface Part {
    /** Writes data into a folder, and returns statements about it. */
    String script(Path folder) throws IOException;
  }

  private SharedSession() {}

  /** What Hive printed for a class. The exit code is that of the session. */
  static Program.Outcome of(Class<?> test) {
    return new Program.Outcome(
        OUTCOME.exitCode(), part(OUTCOME.out(), test), part(OUTCOME.err(), test));
  }

  private static Program.Outcome run() {
    Map<Class<?>, Part> parts = new LinkedHashMap<>();
    parts.put(Q1IT.class, Q1IT::script);
    parts.put(OrcLoadIT.class, OrcLoadIT::script);
    parts.put(FingerprintIT.class, FingerprintIT::script);
    parts.put(OwnTableIT.class, OwnTableIT::script);
    try {
      FileTree.delete(FOLDER);
      Files.createDirectories(CURRENT);
      Path mark = Files.writeString(FOLDER.resolve("mark"), "echo == $1 ==; echo == $1 == >&2\n");
      StringBuilder script =
          new StringBuilder(
              "SET hive.cli.errors.ignore=true;\nSET tez.am.task.max.failed.attempts=1;\n");
      for (Class<?> test : parts.keySet()) {
        Path folder = Files.createDirectory(FOLDER.resolve(test.getSimpleName()));
        String statements = parts.get(test).script(folder);
        script.append("!sh %s %s;%n%s".formatted(mark, test.getSimpleName(), statements));
      }
      Path file = Files.writeString(FOLDER.resolve("session.hql"), script);
      return Hive.sharing(Program.in(CURRENT, "engines/bin/hive", "-f", file.toString()))
          .set("LOADPATH_HIVE_DIR", HIVE)
          .set("TZ", "America/St_Johns") // no zone may matter
          .run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String part(String text, Class<?> test) {
    List<String> parts = Stream.of(text.split("(?m)^== (?=\\w+ ==$)")).toList();
    String begin = test.getSimpleName() + " ==\n";
    assertThat(parts).as(OUTCOME.err()).anyMatch(part -> part.startsWith(begin));
    return parts.stream()
        .filter(part -> part.startsWith(begin))
        .findFirst()
        .get()
        .substring(begin.length());
  }
}
