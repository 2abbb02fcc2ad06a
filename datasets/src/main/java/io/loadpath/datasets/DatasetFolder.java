package io.loadpath.datasets;

import io.loadpath.datasets.generate.RowSource;
import io.loadpath.engines.service.FolderLock;
import io.loadpath.engines.service.LockHolder;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Stop;
import io.loadpath.engines.service.StoppedException;
import io.loadpath.tables.DatasetException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder of a dataset. A complete one is reused. Otherwise one process at a time makes the data
 * as {@link NewFolder}.
 */
final class DatasetFolder {
  /** The largest datasets take hours. */
  private static final Duration WAIT_LIMIT = Duration.ofHours(6);

  private static final Duration WAIT_SILENCE = Duration.ofMinutes(1);

  private final Path folder;
  private final Dataset dataset;
  private final Progress progress;
  private final PartFiles.Opener opener;

  /** The reason not to reuse the folder's content. */
  private String reason = "";

  /** The files that the folder's manifest names; empty if the manifest is not sound. */
  private Set<String> own = Set.of();

  DatasetFolder(Path folder, Dataset dataset, Progress progress) throws IOException {
    this(folder, dataset, progress, Files::newOutputStream);
  }

  DatasetFolder(Path folder, Dataset dataset, Progress progress, PartFiles.Opener opener)
      throws IOException {
    this.folder = Files.exists(folder) ? folder.toRealPath() : folder.toAbsolutePath().normalize();
    this.dataset = dataset;
    this.progress = progress;
    this.opener = opener;
    if (this.folder.getParent() == null || Files.isRegularFile(this.folder)) {
      throw new DatasetException(folder + " cannot hold a dataset: choose another folder");
    }
  }

  Manifest prepare() throws IOException {
    try {
      Manifest manifest = reusable();
      if (manifest != null) {
        return manifest;
      }
      Owner.makeFolders(folder.getParent());
      FolderLock lock = lock(WAIT_LIMIT, WAIT_SILENCE);
      try {
        manifest = reusable();
        return manifest != null ? manifest : replace();
      } finally {
        lock.close();
      }
    } catch (IOException e) {
      throw DatasetException.of(e, "make " + folder, folder.getParent());
    }
  }

  /**
   * Takes the lock that lets one process at a time make the data; the lock file stays. Reports the
   * wait from time to time, and gives up after {@code limit}.
   */
  FolderLock lock(Duration limit, Duration silence) throws IOException {
    Path file = NewFolder.sibling(folder, "lock");
    Optional<FolderLock> lock = FolderLock.tryTake(file, "");
    long begun = System.nanoTime();
    long said = begun - silence.toNanos();
    try (Stop stop = Stop.ofFiles(() -> {}, () -> {})) {
      while (lock.isEmpty()) {
        long now = System.nanoTime();
        if (stop.stopped()) {
          throw new StoppedException();
        }
        if (now - begun > limit.toNanos()) {
          throw new DatasetException(
              "%s, and has held it for more than %d s: end it, or choose another folder"
                  .formatted(LockHolder.describe(file), limit.toSeconds()));
        }
        if (now - said >= silence.toNanos()) {
          said = now;
          progress.message(
              "waiting for another process that makes the same data: " + LockHolder.describe(file));
        }
        Processes.pause();
        lock = FolderLock.tryTake(file, "");
      }
    }
    return lock.get();
  }

  /**
   * Returns the folder's manifest if its data is complete and the requested one, otherwise null.
   */
  private Manifest reusable() {
    own = Set.of();
    try {
      Manifest manifest = Manifest.read(folder);
      own = manifest.files().stream().map(Manifest.DataFile::name).collect(Collectors.toSet());
      own.add(Manifest.FILE_NAME);
      if (!dataset.isDescribedBy(manifest)) {
        reason = "it holds other data";
        return null;
      }
      manifest.checkSizes(folder);
      progress.message("reusing " + describe(manifest));
      return manifest;
    } catch (DatasetException e) {
      reason = e.getMessage();
      return null;
    }
  }

  private Manifest replace() throws IOException {
    Set<String> present = fileNames(folder);
    if (!present.isEmpty()) {
      requireOwn(present);
      progress.message("making " + folder + " again: " + reason);
    }
    Manifest manifest =
        NewFolder.make(
            folder,
            progress,
            "stopped before " + dataset.id() + " was complete; the unfinished files are removed",
            this::make);
    progress.message("made " + describe(manifest));
    return manifest;
  }

  /** Refuses to replace a file that the manifest does not name. */
  private void requireOwn(Set<String> present) throws DatasetException {
    for (String name : present) {
      if (!own.contains(name)) {
        throw new DatasetException(
            "%s holds %s, which no sound %s in it names: choose a new or an empty folder"
                .formatted(folder, name, Manifest.FILE_NAME));
      }
    }
  }

  private static Set<String> fileNames(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  private Manifest make(Path partial, Stop stop) throws IOException {
    checkSpace();
    Owner.makeFolders(partial);
    progress.begin(dataset.id());
    RowSource source = dataset.newSource();
    int threads = Runtime.getRuntime().availableProcessors();
    PartFiles files = new PartFiles(partial, dataset.codec(), threads, opener);
    Generation.Result made =
        new Generation(source, dataset.parts()).run(files, progress, stop::stopped);
    for (Manifest.DataFile file : made.files()) {
      Owner.mode(partial.resolve(file.name()), "rw-r--r--");
    }
    Manifest manifest = dataset.manifest(made, source);
    manifest.write(partial);
    return manifest;
  }

  private void checkSpace() throws IOException {
    long needed = dataset.estimatedWireBytes();
    long free = Files.getFileStore(folder.getParent()).getUsableSpace();
    if (free < needed) {
      throw new DatasetException(
          String.format(
              Locale.ROOT,
              "not enough space in %s: %s needs about %s, but %s are free;"
                  + " free some or choose another folder",
              folder.getParent(),
              dataset.id(),
              size(needed),
              size(free)));
    }
  }

  private String describe(Manifest manifest) {
    return String.format(
        Locale.ROOT, "%s (%,d rows, %s)", folder, manifest.rows(), size(manifest.wireBytes()));
  }

  private static String size(long bytes) {
    return bytes < 1_000_000_000
        ? String.format(Locale.ROOT, "%.1f MB", bytes / 1e6)
        : String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
  }
}
