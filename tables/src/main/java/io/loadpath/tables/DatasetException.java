package io.loadpath.tables;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** Data could not be made, read or trusted; the message says what, where and what to do next. */
public class DatasetException extends IOException {
  private static final long serialVersionUID = 1;

  public DatasetException(String message) {
    super(message);
  }

  public DatasetException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Explains why a task that writes into a folder failed. */
  public static DatasetException of(IOException e, String task, Path folder) {
    if (e instanceof DatasetException explained) {
      return explained;
    }
    String message = String.valueOf(e.getMessage());
    if (message.contains("No space left on device") || message.contains("Disk quota exceeded")) {
      return new DatasetException(
          "disk full in " + folder + ": free some or choose another folder", e);
    }
    if (e instanceof AccessDeniedException) {
      return new DatasetException(
          "no permission to write " + message + ": choose another folder", e);
    }
    String problem =
        e instanceof FileSystemException failure && failure.getReason() != null
            ? failure.getFile() + ": " + failure.getReason()
            : e.toString();
    return new DatasetException("cannot " + task + ": " + problem, e);
  }
}
