package io.loadpath.benchmarks.suite;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.tables.yaml.InvalidFileException;
import io.loadpath.tables.yaml.StrictYaml;
import java.nio.file.Files;
import java.nio.file.Path;

/** A load path: a folder with a {@code path.yaml} and the executables of its steps. */
public record LoadPath(Path folder, PathDefinition definition) {
  public static final String FILE_NAME = "path.yaml";

  /**
   * Reads the path in {@code folder}.
   *
   * @throws InvalidFileException if the file is invalid
   * @throws LoadpathException if an executable is missing
   */
  public static LoadPath read(Path folder) {
    Path file = folder.resolve(FILE_NAME);
    PathDefinition definition = StrictYaml.read(file, PathDefinition.class);
    String folderName = folder.getFileName().toString();
    if (!definition.name().equals(folderName)) {
      throw new LoadpathException(
          "%s: name: '%s' differs from the name of its folder, '%s'"
              .formatted(file, definition.name(), folderName));
    }
    for (Step step : definition.steps()) {
      Path executable = folder.resolve(step.toString());
      if (!Files.isExecutable(executable)) {
        throw new LoadpathException(
            "%s: steps: there is no executable file '%s': write it and chmod +x %s"
                .formatted(file, step, executable));
      }
    }
    return new LoadPath(folder.toAbsolutePath().normalize(), definition);
  }

  public String name() {
    return definition.name();
  }

  public boolean runsOnCluster() {
    return definition.runsOnCluster();
  }

  /** Whether it cannot run on this machine alone. */
  public boolean needsCluster() {
    return definition.needsCluster();
  }

  public boolean has(Step step) {
    return definition.steps().contains(step);
  }

  public Path executable(Step step) {
    return folder.resolve(step.toString());
  }
}
