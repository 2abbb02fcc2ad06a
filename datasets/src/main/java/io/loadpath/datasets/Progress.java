package io.loadpath.datasets;

/** Receives the progress of making a dataset. Called by one thread. */
public interface Progress {

  /** Prints one line, such as that existing data is reused. */
  void message(String line);

  /** Work on {@code title} begins. */
  default void begin(String title) {}

  /**
   * A part of the work is done.
   *
   * @param fraction the part that is done so far, from 0 to 1
   * @param logicalBytes bytes of text made since the last call
   */
  default void update(double fraction, long logicalBytes) {}

  /** The work is done, or failed. */
  default void end() {}

  /** Prints nothing. */
  static Progress silent() {
    return line -> {};
  }
}
