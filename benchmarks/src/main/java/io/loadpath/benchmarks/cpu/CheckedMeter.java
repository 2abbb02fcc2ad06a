package io.loadpath.benchmarks.cpu;

import java.util.Map;

/**
 * An instrument that has shown on a burner that it can be trusted.
 *
 * @param meter the instrument
 * @param client its stage for the processes that the harness starts
 * @param servers its stages for the services that run, by name
 * @param expectedNanos the CPU time that the burner used, by its own account
 * @param measuredNanos the same by the instrument
 */
public record CheckedMeter(
    CpuMeter meter,
    CpuStage client,
    Map<String, CpuStage> servers,
    long expectedNanos,
    long measuredNanos)
    implements AutoCloseable {

  @Override
  public void close() {
    meter.close();
  }
}
