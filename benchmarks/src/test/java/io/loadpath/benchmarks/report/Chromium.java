package io.loadpath.benchmarks.report;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless Chromium found on the PATH, with a profile of its own. */
final class Chromium {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final int TIMEOUT_SECONDS = 180;

  private final Path program;
  private final Path folder;

  private Chromium(Path program, Path folder) {
    this.program = program;
    this.folder = folder;
  }

  /**
   * @param folder for the profile and the output
   */
  static Optional<Chromium> find(Path folder) {
    return NAMES.stream()
        .flatMap(
            name ->
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                    .map(entry -> Path.of(entry, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .map(program -> new Chromium(program, folder));
  }

  /**
   * What a page has become after its scripts ran.
   *
   * @param console lines that it wrote to the console: errors, warnings, refused requests
   */
  record Page(String dom, List<String> console) {}

  Page open(Path page, String... more) throws IOException, InterruptedException {
    Path dom = folder.resolve("dom.html");
    Path log = folder.resolve("chromium.log");
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    command.addAll(
        List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--user-data-dir=" + folder.resolve("profile"),
            "--window-size=1280,1000",
            "--virtual-time-budget=8000",
            "--enable-logging=stderr"));
    command.addAll(List.of(more));
    command.addAll(List.of("--dump-dom", page.toUri().toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(dom.toFile())
            .redirectError(log.toFile())
            .start();
    try {
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("Chromium did not end in " + TIMEOUT_SECONDS + " s, see " + log);
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    try (Stream<String> lines = Files.lines(log)) {
      return new Page(
          Files.readString(dom), lines.filter(line -> line.contains("CONSOLE")).toList());
    }
  }
}
