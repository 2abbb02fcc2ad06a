package io.loadpath.loads;

import java.io.IOException;
import java.net.InetAddress;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Faults of the machine that end a task: too little memory, or a full disk. */
public final class MachineFault {
  private static final String CONTAINER = "memory limit";
  private static final String HEAP = "OutOfMemoryError";
  private static final String DISK = "No space left on device";
  private static final String NO_FOLDER = "any valid local directory";
  private static final double MEBI = 1 << 20;

  private MachineFault() {}

  /** Returns advice for a fault, after a space, or "" if the text names none. */
  static String advice(String text) {
    if (text.contains(CONTAINER)) {
      return " Raise mapreduce.map.memory.mb or mapreduce.reduce.memory.mb, or lower -Xmx in the java.opts of the same name.";
    }
    if (text.contains(HEAP)) {
      return " Raise -Xmx in mapreduce.map.java.opts or mapreduce.reduce.java.opts, and the memory.mb of the same name.";
    }
    return text.contains(DISK) || text.contains(NO_FOLDER)
        ? " Make room on the worker's disks, in yarn.nodemanager.local-dirs, or use more reducers."
        : "";
  }

  /** Describes the failure of a task, with the place and advice where a machine is the reason. */
  public static String describe(Throwable failure, TaskAttemptContext task) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String words = String.valueOf(cause.getMessage());
      if (cause instanceof OutOfMemoryError) {
        return "a %s ran out of memory (%s; its heap has %.0f MB): %s"
            .formatted(kind(task), words, Runtime.getRuntime().maxMemory() / MEBI, moreHeap(task));
      }
      if (words.contains(DISK) || words.contains(NO_FOLDER)) {
        return "%s: the disk of %s on %s is full".formatted(words, folders(task), host());
      }
    }
    return failure instanceof IOException ? failure.getMessage() : failure.toString();
  }

  private static String kind(TaskAttemptContext task) {
    return isMap(task) ? "map" : "reduce";
  }

  private static String moreHeap(TaskAttemptContext task) {
    return TaskSetup.isLocal(task.getConfiguration())
        ? "the local runner's tasks share the client's heap, so set HADOOP_HEAPSIZE_MAX, for instance to 2g"
        : "raise -Xmx in mapreduce.%1$s.java.opts, and mapreduce.%1$s.memory.mb with it"
            .formatted(kind(task));
  }

  /** A map writes into the worker's folders; of a reduce, only the output is as large. */
  private static String folders(TaskAttemptContext task) {
    Path output = FileOutputFormat.getOutputPath(task);
    return isMap(task) || output == null
        ? MRConfig.LOCAL_DIR + "=" + task.getConfiguration().get(MRConfig.LOCAL_DIR)
        : output.toString();
  }

  private static boolean isMap(TaskAttemptContext task) {
    return task.getTaskAttemptID().getTaskType() == TaskType.MAP;
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      return "this machine";
    }
  }
}
