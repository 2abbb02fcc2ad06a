package io.loadpath.engines.service;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** For the tests of all modules: another process that tries to take a lock, and then keeps it. */
public final class OtherHolder implements AutoCloseable {
  private final Process process;
  private final boolean hasIt;

  private OtherHolder(Process process) throws IOException {
    this.process = process;
    this.hasIt = process.getInputStream().read() == 'y';
  }

  /** Starts it and waits until it has tried. {@code text} is written into the lock's file. */
  public static OtherHolder of(Path file, String text) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command =
        List.of(java, "-cp", classPath, OtherHolder.class.getName(), file.toString(), text);
    return new OtherHolder(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** The other process. */
  public static void main(String[] arguments) throws IOException {
    boolean taken = FolderLock.tryTake(Path.of(arguments[0]), arguments[1]).isPresent();
    System.out.print(taken ? "y" : "n");
    System.out.flush();
    System.in.read(); // until the end of the test, however it ends
  }

  /** Whether it has got the lock. */
  public boolean hasIt() {
    return hasIt;
  }

  public long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
