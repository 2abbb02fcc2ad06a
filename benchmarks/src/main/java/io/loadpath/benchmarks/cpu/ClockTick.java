package io.loadpath.benchmarks.cpu;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** The unit of the CPU times in {@code /proc/<pid>/stat} (see proc_pid_stat(5), getauxval(3)). */
public final class ClockTick {
  private static final long AT_CLKTCK = 17;
  private static final long USUAL_PER_SECOND = 100;

  /** Nanoseconds per tick. */
  public static final long NANOS = 1_000_000_000 / perSecond();

  private ClockTick() {}

  private static long perSecond() {
    try {
      ByteBuffer entries =
          ByteBuffer.wrap(Files.readAllBytes(Path.of("/proc/self/auxv")))
              .order(ByteOrder.nativeOrder());
      while (entries.remaining() >= 2 * Long.BYTES) {
        long key = entries.getLong();
        long value = entries.getLong();
        if (key == AT_CLKTCK && value > 0) {
          return value;
        }
      }
    } catch (IOException e) {
      // every Linux of today has 100
    }
    return USUAL_PER_SECOND;
  }
}
