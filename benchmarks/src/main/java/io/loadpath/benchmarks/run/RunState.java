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
 * What a later process must know to clean up after a run that was killed. It is a file in the state
 * folder for as long as there is anything to clean up.
 *
 * @param runId marks the run's processes, work folder and control groups
 * @param clusters folders of the configurations of the clusters that the run uses
 * @param services names of the services that the run starts, and which therefore end with it
 * @param teardown how to clean up after the path that is running, or null between two paths
 */
@JsonIgnoreProperties(ignoreUnknown = true) // of another version of Loadpath
record RunState(String runId, List<String> clusters, List<String> services, Teardown teardown) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  RunState {
    clusters = clusters == null ? List.of() : List.copyOf(clusters);
    services = services == null ? List.of() : List.copyOf(services);
  }

  /** A path's teardown; no secret is among the variables. */
  record Teardown(String executable, String workFolder, Map<String, String> environment) {}

  RunState withTeardown(Teardown next) {
    return new RunState(runId, clusters, services, next);
  }

  /**
   * Deletes the file at the end of the run.
   *
   * @param left the clusters on which something stays: the next process cleans them up
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
          "%s cannot be written: %s; free the disk or set LOADPATH_STATE to another folder"
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
          "%s, which a killed run left, is not used: %s; delete it if no run is going on"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  static void delete(Path state) {
    try {
      Files.deleteIfExists(file(state));
    } catch (IOException e) {
      throw new LoadpathException(file(state) + " cannot be deleted: " + e.getMessage(), e);
    }
  }

  private static Path file(Path state) {
    return state.resolve("run.json");
  }
}
