package io.loadpath.benchmarks.locations;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.FolderLock;
import io.loadpath.engines.service.WholeFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The location files of one folder: a set, named part-00000-of-00002-1a2b3c4d.locations and so on.
 * The names have the number of files, and eight digits of a hash of all lines. So a load sees that
 * a file is missing, and never reads files of two sets.
 */
public final class LocationFiles {
  private static final String MARKER = "loadpath-locations ";
  private static final String VERSION = "1";
  private static final int DIGITS_OF_SET = 8;

  /** Hidden names, which no load reads. */
  private static final String LOCK = ".locations.lock";

  private static final String NEW = ".locations.new";

  private LocationFiles() {}

  /**
   * A location file's content before it is written.
   *
   * @param number its number, from 0
   * @param parts its lines, in the order of the URIs
   */
  public record LocationFile(int number, List<RemoteFile> parts) {
    String name(int files, String set) {
      return "part-%05d-of-%05d-%s.locations".formatted(number, files, set);
    }

    /** Returns the sum of the parts' lengths. */
    public long bytes() {
      return parts.stream().mapToLong(RemoteFile::bytes).sum();
    }

    /**
     * Returns the text.
     *
     * @param hosts the hosts that may send data
     * @param login {@code user:NAME}, {@code kerberos}, or empty
     */
    String text(Collection<String> hosts, String login) {
      return MARKER
          + VERSION
          + " hosts="
          + String.join(",", hosts)
          + (login.isEmpty() ? "" : " login=" + login)
          + "\n"
          + parts.stream().map(part -> part.line() + "\n").collect(joining())
          + "end %d %d\n".formatted(parts.size(), bytes());
    }
  }

  /**
   * Spreads files over location files by their bytes: the largest first, each to the location file
   * that has the fewest bytes so far.
   *
   * @throws LoadpathException if there are fewer files than location files
   */
  public static List<LocationFile> balanced(List<RemoteFile> files, int count) {
    if (files.size() < count) {
      throw new LoadpathException(
          "%d location files cannot share %d files: use --files %2$d"
              .formatted(count, files.size()));
    }
    List<LocationFile> all = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      all.add(new LocationFile(number, new ArrayList<>()));
    }
    PriorityQueue<LocationFile> smallest =
        new PriorityQueue<>(
            Comparator.comparingLong(LocationFile::bytes).thenComparing(LocationFile::number));
    smallest.addAll(all);
    Comparator<RemoteFile> byName = Comparator.comparing(RemoteFile::uri);
    for (RemoteFile file :
        files.stream()
            .sorted(Comparator.comparingLong(RemoteFile::bytes).reversed().thenComparing(byName))
            .toList()) {
      LocationFile next = smallest.remove();
      next.parts().add(file);
      smallest.add(next);
    }
    all.forEach(file -> file.parts().sort(byName));
    return all;
  }

  /**
   * Replaces the set of a folder. A load reads all files part-* of the folder, so files of two sets
   * are never there at once. If the new files cannot be written, the earlier ones stay.
   *
   * @return the names of the files
   * @throws LoadpathException if a file of this name is not a location file; then nothing is
   *     written
   */
  public static List<String> write(
      Path folder, List<LocationFile> files, Collection<String> hosts, String login)
      throws IOException {
    Files.createDirectories(folder);
    List<String> texts = files.stream().map(file -> file.text(hosts, login)).toList();
    String set = sha256(String.join("", texts)).substring(0, DIGITS_OF_SET);
    List<String> names = files.stream().map(file -> file.name(files.size(), set)).toList();
    FolderLock.hold(
        folder.resolve(LOCK),
        () -> {
          List<Path> earlier = earlier(folder);
          Path made = folder.resolve(NEW);
          FileTree.delete(made); // of a call that was killed
          try {
            for (int i = 0; i < texts.size(); i++) {
              WholeFile.write(made.resolve(names.get(i)), texts.get(i));
            }
            for (Path file : earlier) {
              Files.delete(file);
            }
            for (String name : names) {
              Files.move(made.resolve(name), folder.resolve(name));
            }
            WholeFile.sync(folder);
          } finally {
            FileTree.delete(made);
          }
          return true;
        });
    return names;
  }

  private static List<Path> earlier(Path folder) throws IOException {
    List<Path> earlier = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "part-*")) {
      for (Path file : files) {
        if (!ours(file)) {
          throw new LoadpathException(
              "%s is not a location file, and a load would read it, too: name another folder with --to, or remove it"
                  .formatted(file));
        }
        earlier.add(file);
      }
    }
    return earlier;
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  private static boolean ours(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (BufferedReader text = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      char[] beginning = new char[MARKER.length()];
      return text.read(beginning) == beginning.length && new String(beginning).equals(MARKER);
    }
  }
}
