package io.loadpath.sqoop;

import static io.loadpath.sqoop.Program.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Datasets;
import io.loadpath.datasets.FileFingerprint;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.datasets.Progress;
import io.loadpath.datasets.Table;
import io.loadpath.sqoop.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/** One of this module's load paths with a set of data, run as the harness runs it. */
final class LoadPath {
  private final Path steps;
  private final Path data;
  private final Path work;
  private final Map<String, String> environment = Database.environment();

  LoadPath(String name, int mappers) throws IOException {
    steps = ROOT.resolve("sqoop/paths").resolve(name);
    Path folder = Database.newFolder();
    data = open(folder.resolve("data"));
    work = open(folder.resolve("work"));
    environment.put("LOADPATH_DATA", data.toString());
    environment.put("LOADPATH_WORK", work.toString());
    environment.put("LOADPATH_PARAM_MAPPERS", Integer.toString(mappers));
  }

  private static Path open(Path folder) throws IOException {
    Files.createDirectory(folder);
    return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Makes rows as the benchmark has them. */
  Fingerprint generate(long rows, int files) throws IOException {
    return Datasets.allCardTrans(rows, files, Codec.NONE)
        .prepare(data, Progress.silent())
        .fingerprint();
  }

  /** Adds a file of rows to those that are there, and returns the fingerprint of all. */
  Fingerprint add(String text) throws IOException {
    Files.writeString(data.resolve("part-00009.tbl"), text);
    return FileFingerprint.of(Table.ALL_CARD_TRANS, List.of(data));
  }

  /** Writes one file of rows. */
  Fingerprint write(String text) throws IOException {
    return FileFingerprint.of(Table.ALL_CARD_TRANS, List.of(writeUnchecked(text)));
  }

  /** Writes one file with any content. */
  Path writeUnchecked(String text) throws IOException {
    return Files.writeString(data.resolve("part-00000.tbl"), text);
  }

  /** Sets a variable for the steps to come. */
  LoadPath with(String name, String value) {
    environment.put(name, value);
    return this;
  }

  Outcome step(String name) throws IOException, InterruptedException {
    return program(name).run();
  }

  Program program(String step) {
    return new Program(List.of(steps.resolve(step).toString()), environment, work);
  }

  Outcome succeed(String step) throws IOException, InterruptedException {
    Outcome outcome = step(step);
    assertThat(outcome.exitCode()).as(step + ": " + outcome.all()).isZero();
    return outcome;
  }

  /** What {@code verify} prints. */
  JsonNode verify() throws IOException, InterruptedException {
    return new ObjectMapper().readTree(succeed("verify").out());
  }

  /** The folder of the data files. */
  Path data() {
    return data;
  }

  /** The folder that an import fills. */
  Path imported() {
    return work.resolve("imported");
  }

  /** Digest of the imported files. */
  Fingerprint importedRows() throws IOException {
    return FileFingerprint.of(Table.ALL_CARD_TRANS, List.of(imported()));
  }

  /** Lists the files in the run's folder. */
  List<String> left() throws IOException {
    try (var files = Files.list(work)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
