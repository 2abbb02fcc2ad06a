package io.loadpath.engines.service;

import static java.nio.file.attribute.PosixFilePermission.GROUP_WRITE;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_WRITE;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The folders above the state folder. Who can write to one can put another folder in the place of
 * the next, and programs are run from there. Many machines for builds are like that, so this only
 * warns.
 */
final class FoldersAbove {
  private static final int STICKY = 01000; // only a file's owner can rename it

  private FoldersAbove() {}

  /** Returns a warning about the lowest folder that others can write to, if there is one. */
  static Optional<String> warning(Path state) throws IOException {
    for (Path folder = state.getParent(); folder != null; folder = folder.getParent()) {
      Optional<String> others = writers(folder);
      if (others.isPresent()) {
        return Optional.of(
            "%s can write to %s, above the state folder %s, and so can put a folder with other programs in its place: close that folder to them, or set %s to a folder elsewhere"
                .formatted(others.get(), folder, state, StateFolder.VARIABLE));
      }
    }
    return Optional.empty();
  }

  /** Returns who can rename what is in a folder, besides the caller and root. */
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

  /** Whether a group is the caller's or root's own, and nobody else is in it. */
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
}
