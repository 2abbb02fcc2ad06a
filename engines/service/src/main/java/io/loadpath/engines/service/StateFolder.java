package io.loadpath.engines.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The one folder for everything that Loadpath keeps. The launchers in {@code bin/} make it and mark
 * it (engines/state.sh) and name it in {@code LOADPATH_STATE}; this only checks it.
 */
public final class StateFolder {
  /** Environment variable that names the folder. */
  public static final String VARIABLE = "LOADPATH_STATE";

  /** The file by which Loadpath knows its folder. Its second line is a random id. */
  public static final String MARKER = ".loadpath-state";

  private StateFolder() {}

  /**
   * Returns the real path of the state folder.
   *
   * @param environment the caller's variables
   * @throws ServiceException when there is none, or when others can change what is in it
   */
  public static Path of(Map<String, String> environment) {
    String named = environment.getOrDefault(VARIABLE, "");
    if (named.isBlank()) {
      throw new ServiceException(
          VARIABLE + " is not set: start the programs in bin/, which set it");
    }
    Path folder = Path.of(named).toAbsolutePath();
    try {
      Owner.requireOurs(folder);
      if (!Files.isRegularFile(folder.resolve(MARKER))) {
        throw new NoSuchFileException(folder.resolve(MARKER).toString());
      }
      return folder.toRealPath();
    } catch (IOException e) {
      throw new ServiceException(
          "%s is not a state folder that Loadpath made (%s): start the programs in bin/, which make it, or set %s to another"
              .formatted(folder, e, VARIABLE),
          e);
    }
  }

  /** Returns a warning if others can put another folder in the place of a state folder. */
  public static Optional<String> warning(Path folder) {
    try {
      return FoldersAbove.warning(folder.toRealPath());
    } catch (IOException e) {
      return Optional.of("it is not known who can write to the folders above " + folder + ": " + e);
    }
  }

  /** Returns a state folder's random id; "" for a folder that an older version has marked. */
  static String id(Path folder) {
    try (Stream<String> lines = Files.lines(folder.resolve(MARKER))) {
      return lines.skip(1).findFirst().orElse("");
    } catch (IOException e) {
      return "";
    }
  }
}
