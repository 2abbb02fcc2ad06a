package io.loadpath.engines.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The user's folder {@code loadpath} in a cluster's file system, for datasets and files of runs.
 */
final class LoadpathFolder implements AutoCloseable {
  private static final Pattern RUN = Pattern.compile("loadpath-[^/]+");
  private static final Pattern FOLDER = Pattern.compile(RUN + "(/\\d+-[^/]+)?");
  private static final FsPermission OWNER_ONLY = new FsPermission((short) 0700);

  private final FileSystem fileSystem;
  private final Path home;

  LoadpathFolder(Configuration conf) throws IOException {
    fileSystem = FileSystem.get(conf);
    home = fileSystem.getHomeDirectory();
  }

  /** Returns the folder's URI, once this user can write to it: {@code hdfs://host:port/…}. */
  String describe() throws IOException {
    Path folder = new Path(home, "loadpath");
    try {
      fileSystem.mkdirs(new Path(folder, "data"));
      fileSystem.mkdirs(new Path(folder, "work"));
      Path probe = new Path(folder, "work/.writable");
      fileSystem.create(probe, true).close();
      fileSystem.delete(probe, false);
    } catch (IOException e) {
      throw new IOException(ClusterErrors.explain(e, folder), e);
    }
    return folder.toString();
  }

  /** Makes a folder of this name in the folder of all runs, with Loadpath's mark. */
  void make(String name) throws IOException {
    Path folder = below(name);
    Path run = ofRun(name);
    fileSystem.mkdirs(run, OWNER_ONLY);
    fileSystem.create(new Path(run, Staging.MARKER), true).close();
    fileSystem.mkdirs(folder);
  }

  /** Deletes a folder that {@link #make} made; a missing one is not an error. */
  void remove(String name) throws IOException {
    try {
      if (fileSystem.exists(new Path(ofRun(name), Staging.MARKER))) {
        fileSystem.delete(below(name), true);
      }
    } catch (FileNotFoundException e) {
      // it is gone
    }
  }

  void removeAllBut(String name) throws IOException {
    for (FileStatus folder : fileSystem.listStatus(new Path(home, "loadpath/work"))) {
      String other = folder.getPath().getName();
      if (folder.isDirectory() && RUN.matcher(other).matches() && !other.equals(name)) {
        remove(other);
      }
    }
  }

  private Path below(String name) throws IOException {
    if (!FOLDER.matcher(name).matches()) {
      throw new IOException("'" + name + "' is not the name of a run's folder");
    }
    return new Path(home, "loadpath/work/" + name);
  }

  private Path ofRun(String name) {
    return new Path(home, "loadpath/work/" + name.split("/")[0]);
  }

  @Override
  public void close() throws IOException {
    fileSystem.close();
  }
}
