package io.loadpath.mapreduce.offline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.mapreduce.input.TaskFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/** The output folder of a load into files. */
final class FilesFolder {
  private static final String SUCCESS = "_SUCCESS";
  private static final FsPermission EXECUTABLE = new FsPermission((short) 0755);

  private final Path folder;
  private final FileSystem files;
  private final FilesPlan plan;
  private final boolean existed;
  private final List<Path> written = new ArrayList<>();

  /**
   * @throws IOException if the folder is there and not empty
   */
  FilesFolder(Path folder, FilesPlan plan, Configuration conf) throws IOException {
    this.folder = new Path(folder.toString()); // without a slash at its end
    this.plan = plan;
    files = folder.getFileSystem(conf);
    existed = files.exists(folder);
    requireEmpty(folder, conf);
  }

  /**
   * @throws IOException if the folder is there and not empty
   */
  static void requireEmpty(Path folder, Configuration conf) throws IOException {
    FileSystem files = folder.getFileSystem(conf);
    if (files.exists(folder) && files.listStatus(folder).length > 0) {
      throw new IOException(
          folder + " is not empty: give the files a new folder, or one that is empty");
    }
  }

  /**
   * Returns the files of the reducers, sorted by partition and name, and deletes the lists.
   *
   * @throws IOException if a file has another length than its list says
   */
  List<PartFile> takeLists(int writers) throws IOException {
    List<PartFile> parts = new ArrayList<>();
    for (int writer = 0; writer < writers; writer++) {
      Path list = new Path(folder, "%s/%05d".formatted(FilesSink.LISTS, writer));
      try (var in = files.open(list)) {
        for (String line : new String(in.readAllBytes(), UTF_8).lines().toList()) {
          parts.add(PartFile.of(line));
        }
      }
    }
    for (PartFile part : parts) {
      FileStatus found = files.getFileStatus(new Path(folder, part.name()));
      if (found.getLen() != part.bytes()) {
        throw new IOException(
            "%s has %d bytes, and its reducer wrote %d"
                .formatted(found.getPath(), found.getLen(), part.bytes()));
      }
    }
    files.delete(new Path(folder, FilesSink.LISTS), true);
    parts.sort(Comparator.comparingInt(PartFile::partition).thenComparing(PartFile::name));
    return parts;
  }

  /** Returns the messages of tasks that failed, and removes them. */
  Set<String> takeFailures() throws IOException {
    return TaskFailure.take(files, folder);
  }

  void write(String name, String text) throws IOException {
    Path file = new Path(folder, name);
    written.add(file);
    try (OutputStream out = files.create(file, false)) {
      out.write(text.getBytes(UTF_8));
    }
    if (name.endsWith(".sh")) {
      files.setPermission(file, EXECUTABLE);
    }
  }

  /** Marks the folder as complete, which is the last thing. */
  void markComplete() throws IOException {
    write(SUCCESS, "");
  }

  /** Deletes what this load wrote, and nothing else. */
  void discard(int writers) throws IOException {
    for (Path file : written) {
      files.delete(file, false);
    }
    files.delete(new Path(folder, FilesSink.LISTS), true);
    for (Map.Entry<Path, Set<String>> ours : names(writers).entrySet()) {
      Path inside = ours.getKey();
      if (files.exists(inside)) {
        for (FileStatus file : files.listStatus(inside)) {
          if (ours.getValue().contains(file.getPath().getName())) {
            files.delete(file.getPath(), false);
          }
        }
        if (!inside.equals(folder)) {
          deleteIfEmpty(inside);
        }
      }
    }
    if (!existed) {
      deleteIfEmpty(folder);
    }
  }

  /** Returns the names that the reducers give to files, by their folders. */
  private Map<Path, Set<String>> names(int writers) {
    Map<Path, Set<String>> names = new HashMap<>();
    names.computeIfAbsent(folder, root -> new HashSet<>()).add(FilesSink.REJECTS);
    for (int partition = 0; partition < plan.folders().size(); partition++) {
      for (int writer = 0; writer < writers; writer++) {
        Path file = new Path(folder, plan.file(partition, writer));
        names.computeIfAbsent(file.getParent(), parent -> new HashSet<>()).add(file.getName());
      }
    }
    return names;
  }

  private void deleteIfEmpty(Path empty) throws IOException {
    if (files.exists(empty) && files.listStatus(empty).length == 0) {
      files.delete(empty, false);
    }
  }
}
