package io.loadpath.externaltable;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.datasets.Progress;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** A load path with its folders, which a server can enter, run as the harness runs it. */
class LoadPath {
  final Path folder;
  private final String steps;
  private final Map<String, String> environment = new HashMap<>();
  private Fingerprint expected;

  /**
   * A path.
   *
   * @param steps folder of its steps, relative to the project's root
   * @param folder where its folders are made
   * @param data name of the folder of data files
   */
  LoadPath(String steps, Path folder, String data) throws IOException {
    this.steps = steps;
    this.folder = folder;
    variable("PATH", System.getenv("PATH"));
    variable("JAVA_HOME", System.getProperty("java.home"));
    variable("LOADPATH_ROOT", Program.ROOT);
    variable("LOADPATH_TABLE", "all-card-trans");
    variable("LOADPATH_SCRIPTS", Program.ROOT);
    variable("LOADPATH_DATA", made(folder.resolve(data)));
    variable("LOADPATH_WORK", made(work()));
    variable("LOADPATH_SERVER_DIR", made(server()));
  }

  private static Path made(Path folder) throws IOException {
    return mode(Files.createDirectories(folder), "rwxr-xr-x");
  }

  static Path mode(Path file, String mode) throws IOException {
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  /** Sets a parameter. */
  LoadPath set(String parameter, Object value) {
    return variable(
        "LOADPATH_PARAM_" + parameter.toUpperCase(Locale.ROOT).replace('-', '_'), value);
  }

  /** Sets a variable of the environment. */
  LoadPath variable(String name, Object value) {
    environment.put(name, value.toString());
    return this;
  }

  /** Removes a variable from the environment. */
  LoadPath without(String name) {
    environment.remove(name);
    return this;
  }

  /** Makes the data, in {@code files} files with {@code codec}. */
  LoadPath with(long rows, int files, String codec) throws IOException {
    set("files", files).set("codec", codec);
    expected =
        Dataset.allCardTrans(rows, files, Codec.of(codec))
            .prepare(data(), Progress.silent())
            .fingerprint();
    return this;
  }

  /** Digest of the generated rows. */
  Fingerprint expected() {
    return expected;
  }

  Path data() {
    return Path.of(environment.get("LOADPATH_DATA"));
  }

  Path work() {
    return folder.resolve("work");
  }

  Path server() {
    return folder.resolve("server");
  }

  /** A data file. */
  Path part(int number) throws IOException {
    try (var files = Files.newDirectoryStream(data(), "part-%05d*".formatted(number))) {
      return files.iterator().next();
    }
  }

  /** Puts lines behind those of a data file without compression. */
  void append(int number, String lines) throws IOException {
    Files.writeString(part(number), lines, ISO_8859_1, StandardOpenOption.APPEND);
  }

  /** A step to run. */
  Program program(String step) {
    return Program.in(work(), steps + "/" + step).only(environment);
  }

  /** Runs a step that succeeds, and returns its outcome. */
  Outcome succeed(String step) {
    return program(step).run().ok();
  }

  /** Runs a step that fails, and returns its messages. */
  String fail(String step) {
    Outcome outcome = program(step).run();
    assertThat(outcome.exitCode()).as(outcome.all()).isEqualTo(1);
    return outcome.err();
  }
}
