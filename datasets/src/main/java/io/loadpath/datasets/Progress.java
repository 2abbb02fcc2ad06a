package io.loadpath.datasets;

/** Hears how the making of a dataset goes. Called by one thread. */
public interface Progress {

  /** Says something worth a line, such as that existing data is reused. */
  void message(String line);

  /** The making of what the title names begins. */
  default void begin(String title) {}

  /**
   * More of it is made.
   *
   * @param fraction how much of all is made, from 0 to 1
   * @param logicalBytes how many bytes of text were made since the last call
   */
  default void update(double fraction, long logicalBytes) {}

  /** It is all made, or failed. */
  default void end() {}

  /** Tells nobody. */
  static Progress silent() {
    return line -> {};
  }
}
