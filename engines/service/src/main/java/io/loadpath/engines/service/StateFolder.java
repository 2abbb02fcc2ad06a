package io.loadpath.engines.service;

import static java.nio.file.attribute.PosixFilePermission.GROUP_WRITE;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_WRITE;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The one folder for all files that Loadpath keeps. The launchers make and mark it
 * (engines/state.sh) and name it in {@code LOADPATH_STATE}; this class only checks it.
 */
public final class StateFolder {
  public static final String VARIABLE = "LOADPATH_STATE";

  /** The file by which Loadpath recognises its folder. Its second line is a random id. */
  public static final String MARKER = ".loadpath-state";

  private static final int STICKY = 01000; // only a file's owner can rename it

  private StateFolder() {}

  /**
   * Returns the real path of the state folder.
   *
   * @param environment the caller's variables
   * @throws ServiceException if there is none, or if others can change its content
   */
  public static Path of(Map<String, String> environment) {
    String named = environment.getOrDefault(VARIABLE, "");
    if (named.isBlank()) {
      throw new ServiceException(
          VARIABLE + " is not set: use the launchers in bin/ and engines/bin/, which set it");
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
          "%s is not a state folder that Loadpath made (%s): use the launchers in bin/ and engines/bin/, which make it, or set %s to another"
              .formatted(folder, e, VARIABLE),
          e);
    }
  }

  /**
   * Returns a warning about the lowest folder above a state folder to which others can write. They
   * could replace the folder below it, from which programs are run. Many build machines are like
   * that, so this only warns.
   */
  public static Optional<String> warning(Path folder) {
    try {
      return folderAbove(folder.toRealPath());
    } catch (IOException e) {
      return Optional.of("cannot check who can write to the folders above " + folder + ": " + e);
    }
  }

  private static Optional<String> folderAbove(Path state) throws IOException {
    for (Path folder = state.getParent(); folder != null; folder = folder.getParent()) {
      Optional<String> others = writers(folder);
      if (others.isPresent()) {
        return Optional.of(
            "%s can write to %s, above the state folder %s, and so can replace it and its programs: close that folder to them, or set %s to a folder elsewhere"
                .formatted(others.get(), folder, state, VARIABLE));
      }
    }
    return Optional.empty();
  }

  /** Returns who, except the caller and root, can rename files in a folder. */
  private static Optional<String> writers(Path folder) throws IOException {
    PosixFileAttributes attributes = Files.readAttributes(folder, PosixFileAttributes.class);
    Set<PosixFilePermission> mode = attributes.permissions();
    if (!List.of(0L, Owner.caller()).contains(Owner.uidOf(folder))) {
      return Optional.of("user " + attributes.owner().getName());
    }
    if (((int) Files.getAttribute(folder, "unix:mode") & STICKY) != 0) {
      return Optional.empty();
    }
    if (mode.contains(OTHERS_WRITE)) {
      return Optional.of("every user");
    }
    String group = attributes.group().getName();
    return mode.contains(GROUP_WRITE) && !isPrivate(group)
        ? Optional.of("the group " + group)
        : Optional.empty();
  }

  /** Whether a group has no member except the caller or root. */
  private static boolean isPrivate(String group) throws IOException {
    String user = System.getProperty("user.name");
    if (!List.of(user, "root").contains(group)) {
      return false;
    }
    for (String[] line : lines("/etc/group")) {
      if (line[0].equals(group)) {
        List<String> members = List.of((line.length > 3 ? line[3] : group).split(","));
        return List.of(group, "").containsAll(members)
            && (group.equals("root") // some systems give it to users who cannot log in
                || lines("/etc/passwd").stream()
                    .filter(other -> other.length > 3 && other[3].equals(line[2]))
                    .allMatch(other -> other[0].equals(group)));
      }
    }
    return true; // of a directory service
  }

  private static List<String[]> lines(String file) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of(file), StandardCharsets.ISO_8859_1)) {
      return lines.map(line -> line.split(":")).filter(fields -> fields.length > 2).toList();
    }
  }

  /** Returns a state folder's random id; "" for a folder that an older version marked. */
  static String id(Path folder) {
    try (Stream<String> lines = Files.lines(folder.resolve(MARKER))) {
      return lines.skip(1).findFirst().orElse("");
    } catch (IOException e) {
      return "";
    }
  }
}
