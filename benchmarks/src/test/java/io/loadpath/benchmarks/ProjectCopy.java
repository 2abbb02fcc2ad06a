package io.loadpath.benchmarks;

import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/** A clone that a test may change: its files are copies, and what was built are links. */
final class ProjectCopy {
  private static final Set<String> LEFT_OUT = Set.of(".git", ".loadpath", "results");

  private ProjectCopy() {}

  static void make(Path folder) throws IOException {
    Files.walkFileTree(
        Program.ROOT,
        new SimpleFileVisitor<>() {
          private Path to(Path file) {
            return folder.resolve(Program.ROOT.relativize(file));
          }

          @Override
          public FileVisitResult preVisitDirectory(Path source, BasicFileAttributes attributes)
              throws IOException {
            String name = source.getFileName().toString();
            if (LEFT_OUT.contains(name) && !source.startsWith(Program.ROOT.resolve("docs"))) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            if (name.equals("target")) {
              Files.createSymbolicLink(to(source), source);
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to(source));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(file, to(file), StandardCopyOption.COPY_ATTRIBUTES);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
