package io.loadpath.benchmarks.statistics;

/** Factors between the units of records and the units of reports. */
public final class Units {
  public static final double NANOS_PER_SECOND = 1e9;
  public static final double BYTES_PER_GB = 1e9;

  /** A byte per second in TB/h. */
  public static final double BYTE_PER_SECOND = 3600 / 1e12;

  /** A megabyte per second in TB/h. */
  public static final double MB_PER_SECOND = 3600 / 1e6;

  /** A gigabyte per second in TB/h. */
  public static final double GB_PER_SECOND = 3600 / 1e3;

  private Units() {}
}
