package io.loadpath.benchmarks.locations;

import static java.util.stream.Collectors.joining;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.engines.service.WholeFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The location files of one folder, named part-00000.locations and so on. */
public final class LocationFiles {
  private static final String MARKER = "loadpath-locations ";
  private static final String VERSION = "1";

  private LocationFiles() {}

  /**
   * A location file's content before it is written.
   *
   * @param number its number, from 0
   * @param parts its lines, in the order of the URIs
   */
  public record LocationFile(int number, List<RemoteFile> parts) {
    public String name() {
      return "part-%05d.locations".formatted(number);
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
   * Deletes the location files of an earlier call in a folder, and writes others, each of them
   * whole. A load reads all files part-* of the folder, so old and new ones are never there at
   * once.
   *
   * @throws LoadpathException if a file of this name is not a location file; then nothing is
   *     written
   */
  public static void write(
      Path folder, List<LocationFile> files, Collection<String> hosts, String login)
      throws IOException {
    Files.createDirectories(folder);
    List<Path> earlierFiles = new ArrayList<>();
    try (DirectoryStream<Path> earlier = Files.newDirectoryStream(folder, "part-*")) {
      for (Path file : earlier) {
        if (!ours(file)) {
          throw new LoadpathException(
              "%s is not a location file, and a load would read it, too: name another folder with --to, or remove it"
                  .formatted(file));
        }
        earlierFiles.add(file);
      }
    }
    for (Path file : earlierFiles) {
      Files.delete(file);
    }
    for (LocationFile file : files) {
      WholeFile.write(folder.resolve(file.name()), file.text(hosts, login));
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
