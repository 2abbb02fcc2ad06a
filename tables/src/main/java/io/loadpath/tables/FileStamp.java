package io.loadpath.tables;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/** A file's size and time of change. */
public record FileStamp(long bytes, FileTime modified) {

  /** Reads them. */
  public static FileStamp of(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return new FileStamp(attributes.size(), attributes.lastModifiedTime());
  }
}
