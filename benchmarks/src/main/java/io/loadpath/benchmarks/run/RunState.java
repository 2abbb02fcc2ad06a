package io.loadpath.benchmarks.run;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.service.Folders;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The state of a run that a later process needs to clean up after a kill. It is a file in the state
 * folder while there is anything to clean up.
 *
 * @param runId the mark of the run's processes, work folder and control groups
 * @param clusters configuration folders of the clusters that the run uses
 * @param services names of the services that the run starts and stops
 * @param teardown the teardown of the running path; null between two paths
 */
@JsonIgnoreProperties(ignoreUnknown = true) // from another version of Loadpath
record RunState(String runId, List<String> clusters, List<String> services, Teardown teardown) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  RunState {
    clusters = clusters == null ? List.of() : List.copyOf(clusters);
    services = services == null ? List.of() : List.copyOf(services);
  }

  /** A path's teardown; its variables hold no secret. */
  record Teardown(String executable, String workFolder, Map<String, String> environment) {}

  RunState withTeardown(Teardown next) {
    return new RunState(runId, clusters, services, next);
  }

  /**
   * Deletes the file at the end of the run.
   *
   * @param left the clusters with leftovers, which the next process cleans up
   */
  void over(Path state, List<String> left) {
    if (left.isEmpty()) {
      delete(state);
    } else {
      new RunState(runId, left, List.of(), null).write(state);
    }
  }

  void write(Path state) {
    Path file = file(state);
    try {
      WholeFile.write(file, MAPPER.writeValueAsString(this), "rw-------");
    } catch (IOException e) {
      throw new LoadpathException(
          "cannot write %s: %s; free the disk or set LOADPATH_STATE to another folder"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  static Optional<RunState> read(Path state) {
    Path file = file(state);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      Owner.requireOurs(file);
      RunState left = MAPPER.readValue(file.toFile(), RunState.class);
      if (!Folders.isRunId(left.runId())) {
        throw new IOException("'%s' is not the id of a run".formatted(left.runId()));
      }
      return Optional.of(left);
    } catch (IOException e) {
      throw new LoadpathException(
          "cannot use %s from a killed run: %s; delete it if no run is going on"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  static void delete(Path state) {
    try {
      Files.deleteIfExists(file(state));
    } catch (IOException e) {
      throw new LoadpathException("cannot delete " + file(state) + ": " + e.getMessage(), e);
    }
  }

  private static Path file(Path state) {
    return state.resolve("run.json");
  }
}
