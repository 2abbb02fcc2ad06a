package io.loadpath.engines.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.SortedMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;

/**
 * Copies local files into a folder of a cluster's file system, once.
 *
 * <p>The folder is complete or missing: the files are written to a folder with a temporary name,
 * which then gets the final one. A folder with the same files, by name, length and checksum, stays.
 * A folder with other files is replaced if Loadpath made it; then it holds the file {@value
 * #MARKER}.
 */
public final class Staging {
  /** Marks a folder as made by Loadpath. Readers of a folder skip names that start with a dot. */
  public static final String MARKER = ".loadpath";

  /** Files cannot be staged; the message has the reason and advice. */
  public static final class StagingException extends IOException {
    private static final long serialVersionUID = 1;

    StagingException(String message) {
      super(message);
    }
  }

  private static final String MARKER_TEXT =
      "Loadpath copied these files here, and replaces them when they change.\n";
  private static final String PREFIX = ".staging-";
  private static final Pattern TEMPORARY =
      Pattern.compile(Pattern.quote(PREFIX) + "(.+)-([0-9]+)-[0-9a-f-]{36}");
  private static final int BUFFER_BYTES = 1 << 20;

  private final Path target;
  private final FileContext files;

  /**
   * Prepares to stage into one folder. Nothing is read or written yet.
   *
   * @param target the folder; a relative one is in the user's home folder
   */
  public Staging(Configuration conf, Path target) throws IOException {
    Configuration own = new Configuration(conf);
    // one checksum for a whole file, whatever the size of its blocks
    own.set("dfs.checksum.combine.mode", "COMPOSITE_CRC");
    this.files =
        target.toUri().getScheme() == null
            ? FileContext.getFileContext(own)
            : FileContext.getFileContext(target.toUri(), own);
    Path home = files.getHomeDirectory();
    this.target = target.makeQualified(home.toUri(), home);
  }

  public Path target() {
    return target;
  }

  /** Whether the folder is there, and therefore complete. */
  public boolean isStaged() throws IOException {
    return exists(new Path(target, MARKER));
  }

  /**
   * Makes the folder hold these files and no others.
   *
   * @param sources local files by their names in the folder, which may have folders in them
   * @return true if files were copied; false if all were there
   * @throws StagingException if Loadpath did not make the folder, or the file system is too small
   */
  public boolean stage(SortedMap<String, java.nio.file.Path> sources) throws IOException {
    if (exists(target)) {
      requireOurs();
      if (holds(sources)) {
        return false;
      }
    }
    Path parent = target.getParent();
    files.mkdir(parent, null, true);
    removeRemains(parent);
    requireRoom(sources, parent);
    Path temporary =
        new Path(parent, PREFIX + "%s-%d-%s".formatted(host(), pid(), UUID.randomUUID()));
    files.deleteOnExit(temporary);
    try {
      write(new Path(temporary, MARKER), MARKER_TEXT.getBytes(StandardCharsets.UTF_8));
      for (var source : sources.entrySet()) {
        copy(source.getValue(), new Path(temporary, source.getKey()));
      }
      return rename(temporary, sources);
    } finally {
      discard(temporary);
    }
  }

  private void discard(Path temporary) {
    try {
      files.delete(temporary, true);
    } catch (IOException e) {
      // the next staging deletes it
    }
  }

  private boolean rename(Path temporary, SortedMap<String, java.nio.file.Path> sources)
      throws IOException {
    if (exists(target)) {
      requireOurs();
      if (holds(sources)) {
        return false; // another process staged the same files meanwhile
      }
      files.delete(target, true);
    }
    boolean moved = moved(temporary);
    if (!moved && !holds(sources)) {
      throw new StagingException(
          "another process stages other files to " + target + ": try again when it has ended");
    }
    return moved;
  }

  /** Renames it to the target, unless another process made one meanwhile. */
  private boolean moved(Path temporary) throws IOException {
    try {
      files.rename(temporary, target, Options.Rename.NONE);
    } catch (FileAlreadyExistsException e) {
      return false;
    }
    Path stray =
        new Path(target, temporary.getName()); // a rename moves a local folder into the other one
    return !files.delete(stray, true);
  }

  private void requireOurs() throws IOException {
    if (!isStaged()) {
      throw new StagingException(
          "%s exists and Loadpath did not make it (it holds no %s): move it away"
              .formatted(target, MARKER));
    }
  }

  private boolean holds(SortedMap<String, java.nio.file.Path> sources) throws IOException {
    if (filesIn(target) != sources.size()) {
      return false;
    }
    for (var source : sources.entrySet()) {
      if (!same(source.getValue(), new Path(target, source.getKey()))) {
        return false;
      }
    }
    return true;
  }

  /**
   * The number of files in a folder, without the marker and the files that {@link #moved} is about
   * to delete.
   */
  private long filesIn(Path folder) throws IOException {
    long found = 0;
    for (FileStatus status : files.util().listStatus(folder)) {
      String name = status.getPath().getName();
      if (status.isFile()) {
        found += name.equals(MARKER) ? 0 : 1;
      } else if (!name.startsWith(PREFIX)) {
        found += filesIn(status.getPath());
      }
    }
    return found;
  }

  private boolean same(java.nio.file.Path source, Path copy) throws IOException {
    FileStatus status;
    try {
      status = files.getFileStatus(copy);
    } catch (FileNotFoundException e) {
      return false;
    }
    if (status.getLen() != Files.size(source)) {
      return false;
    }
    FileChecksum stored = files.getFileChecksum(copy);
    Checksum here = like(stored);
    try (InputStream in = Files.newInputStream(source)) {
      read(in, here, OutputStream.nullOutputStream());
    }
    return status.getLen() == 0 || here.getValue() == valueOf(stored, copy);
  }

  private void copy(java.nio.file.Path source, Path copy) throws IOException {
    Checksum crc32c = new CRC32C();
    long bytes;
    try (InputStream in = Files.newInputStream(source);
        OutputStream out = create(copy)) {
      bytes = read(in, crc32c, out);
    }
    FileChecksum stored = files.getFileChecksum(copy);
    boolean arrived =
        like(stored) instanceof CRC32C && bytes > 0
            ? crc32c.getValue() == valueOf(stored, copy)
            : same(source, copy);
    if (!arrived) {
      throw new StagingException(
          "%s differs from its source %s: check the DataNodes' disks".formatted(copy, source));
    }
  }

  /** A new checksum of the file system's kind. */
  private static Checksum like(FileChecksum stored) {
    return stored != null && stored.getAlgorithmName().equals("COMPOSITE-CRC32")
        ? new CRC32()
        : new CRC32C();
  }

  /** The file system's own checksum of a file; reads the file if it keeps none. */
  private long valueOf(FileChecksum stored, Path copy) throws IOException {
    if (stored != null && stored.getAlgorithmName().startsWith("COMPOSITE-CRC32")) {
      return Integer.toUnsignedLong(ByteBuffer.wrap(stored.getBytes()).getInt());
    }
    Checksum crc32c = new CRC32C();
    try (InputStream in = files.open(copy)) {
      read(in, crc32c, OutputStream.nullOutputStream());
    }
    return crc32c.getValue();
  }

  private static long read(InputStream in, Checksum checksum, OutputStream out) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    long bytes = 0;
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      checksum.update(buffer, 0, n);
      out.write(buffer, 0, n);
      bytes += n;
    }
    return bytes;
  }

  private void write(Path file, byte[] bytes) throws IOException {
    try (OutputStream out = create(file)) {
      out.write(bytes);
    }
  }

  private OutputStream create(Path file) throws IOException {
    return files.create(file, EnumSet.of(CreateFlag.CREATE), Options.CreateOpts.createParent());
  }

  /** Fails, before anything is written, if the files cannot fit. */
  private void requireRoom(SortedMap<String, java.nio.file.Path> sources, Path parent)
      throws IOException {
    long bytes = 0;
    for (java.nio.file.Path source : sources.values()) {
      bytes += Files.size(source);
    }
    long replicas =
        Math.max(1, files.getDefaultFileSystem().getServerDefaults(parent).getReplication());
    long free = files.getFsStatus(parent).getRemaining();
    if (bytes > free / replicas) {
      throw new StagingException(
          "%s has %,d bytes free, and %,d in %d replicas do not fit: remove old data there"
              .formatted(files.getDefaultFileSystem().getUri(), free, bytes, replicas));
    }
  }

  /** Removes the temporary files of killed processes of this machine. */
  private void removeRemains(Path parent) throws IOException {
    for (FileStatus status : files.util().listStatus(parent)) {
      Matcher name = TEMPORARY.matcher(status.getPath().getName());
      if (name.matches()
          && name.group(1).equals(host())
          && ProcessHandle.of(Long.parseLong(name.group(2))).isEmpty()) {
        files.delete(status.getPath(), true);
      }
    }
  }

  private boolean exists(Path path) throws IOException {
    return files.util().exists(path);
  }

  private static String host() throws IOException {
    return InetAddress.getLocalHost().getHostName();
  }

  private static long pid() {
    return ProcessHandle.current().pid();
  }
}
