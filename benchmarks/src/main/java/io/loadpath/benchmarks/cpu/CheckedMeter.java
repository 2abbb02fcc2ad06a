package io.loadpath.benchmarks.cpu;

/**
 * An instrument that has shown on a burner that it can be trusted.
 *
 * @param meter the instrument
 * @param client its stage for the processes that the harness starts
 * @param expectedNanos the CPU time that the burner used, by its own account
 * @param measuredNanos the same by the instrument
 */
public record CheckedMeter(CpuMeter meter, CpuStage client, long expectedNanos, long measuredNanos)
    implements AutoCloseable {

  @Override
  public void close() {
    meter.close();
  }
}
