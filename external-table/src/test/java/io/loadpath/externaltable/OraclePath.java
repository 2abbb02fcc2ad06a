package io.loadpath.externaltable;

import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Datasets;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.datasets.Progress;
import io.loadpath.externaltable.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A path for Oracle with one set of data, run as the harness runs it. */
final class OraclePath {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final int FILES = 2;

  private final Path steps;
  private final Path folder;
  private final Map<String, String> environment;
  private final Fingerprint expected;

  /**
   * A path with its data.
   *
   * @param folder that the database sees by the same name
   * @param parameters other than {@code files}, which is 2
   */
  OraclePath(String name, Path folder, long rows, Map<String, String> parameters)
      throws IOException {
    this.steps = ROOT.resolve("external-table/paths").resolve(name);
    this.folder = folder;
    environment = new HashMap<>(System.getenv());
    environment.put("LOADPATH_ROOT", ROOT.toString());
    Map.of("DATA", "data", "WORK", "work", "SERVER_DIR", "server")
        .forEach((use, at) -> environment.put("LOADPATH_" + use, folder.resolve(at).toString()));
    for (Path made : List.of(folder, data(), work(), server())) {
      Files.createDirectories(made);
      Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Map<String, String> all = new HashMap<>();
    all.put("files", Integer.toString(FILES));
    all.put("codec", "none");
    all.put("inflater", "auto");
    all.put("ingest", "unlimited");
    all.put("model", "heap");
    all.put("compression", "none");
    all.putAll(parameters);
    all.forEach(
        (key, value) -> environment.put("LOADPATH_PARAM_" + key.toUpperCase(Locale.ROOT), value));
    expected =
        Datasets.allCardTrans(rows, FILES, Codec.of(all.get("codec")))
            .prepare(data(), Progress.silent())
            .fingerprint();
  }

  /** Digest of the generated rows. */
  Fingerprint expected() {
    return expected;
  }

  Path data() {
    return folder.resolve("data");
  }

  Path work() {
    return folder.resolve("work");
  }

  Path server() {
    return folder.resolve("server");
  }

  /** Runs a step to its end. */
  Outcome step(String name) throws IOException, InterruptedException {
    return new Program(List.of(steps.resolve(name).toString()), environment, work()).run();
  }
}
