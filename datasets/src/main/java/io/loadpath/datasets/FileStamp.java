package io.loadpath.datasets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/** What changes when a file is written. */
public record FileStamp(long bytes, FileTime modified) {

  /** That of a file as it is now. */
  public static FileStamp of(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return new FileStamp(attributes.size(), attributes.lastModifiedTime());
  }
}
