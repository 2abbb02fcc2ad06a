package io.loadpath.benchmarks.statistics;

/** What a comparison shows. */
public enum Verdict {
  /** The interval of the ratio lies below 1. */
  FASTER("faster", "less CPU"),
  /** The interval of the ratio lies above 1. */
  SLOWER("slower", "more CPU"),
  /** The interval holds 1: there may be a difference, but these rounds do not show it. */
  NO_DIFFERENCE_SHOWN("no difference shown", "no difference shown"),
  /** Too few rounds for an interval of 95 %. */
  TOO_FEW_ROUNDS("too few rounds", "too few rounds");

  private final String ofTime;
  private final String ofCpu;

  Verdict(String ofTime, String ofCpu) {
    this.ofTime = ofTime;
    this.ofCpu = ofCpu;
  }

  /** The verdict for a reader: {@code slower}, or of CPU {@code more CPU}. */
  public String words(Quantity quantity) {
    return quantity == Quantity.TIME ? ofTime : ofCpu;
  }
}
