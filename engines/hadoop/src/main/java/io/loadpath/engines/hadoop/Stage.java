package io.loadpath.engines.hadoop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Copies the part files of a local folder to a cluster, unless they are there.
 *
 * <pre>engines/hadoop/stage FOLDER hdfs://HOST:PORT/FOLDER</pre>
 */
public final class Stage extends Configured implements Tool {
  private static final String PARTS = "part-*";

  private Stage() {}

  public static void main(String[] arguments) throws Exception {
    System.exit(ToolRunner.run(new Stage(), arguments));
  }

  @Override
  public int run(String[] arguments) {
    org.apache.hadoop.fs.Path target = new org.apache.hadoop.fs.Path(arguments[1]);
    try {
      if (new Staging(getConf(), target).stage(parts(Path.of(arguments[0])))) {
        System.err.println("stage: " + arguments[0] + " is now in " + target);
      }
      return 0;
    } catch (IOException | RuntimeException e) {
      System.err.println("stage: " + ClusterErrors.explain(e, target));
      return 1;
    }
  }

  private static SortedMap<String, Path> parts(Path folder) throws IOException {
    SortedMap<String, Path> parts = new TreeMap<>();
    try (var files = Files.newDirectoryStream(folder, PARTS)) {
      files.forEach(file -> parts.put(file.getFileName().toString(), file));
    }
    if (parts.isEmpty()) {
      throw new Staging.StagingException("no files part-… in " + folder + ": make the data first");
    }
    return parts;
  }
}
