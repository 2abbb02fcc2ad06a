package io.loadpath.sqoop.exports;

import java.util.Arrays;
import java.util.Optional;

/** How the rows of an export's tasks reach its target. */
enum CommitWay {
  /** Each task copies into the target, and prepares its transaction. */
  TWO_PHASE("two-phase"),
  /** Rows of all staging tables are inserted in one transaction. */
  INSERT("insert"),
  /** Rows of all staging tables update the target in one transaction. */
  UPDATE("update");

  private final String word;

  CommitWay(String word) {
    this.word = word;
  }

  /** The way with a name of {@link io.loadpath.sqoop.Settings#EXPORT_COMMIT}. */
  static Optional<CommitWay> named(String word) {
    return Arrays.stream(values()).filter(way -> way.word.equals(word)).findFirst();
  }

  /** Whether tasks copy into tables of their own. */
  boolean staged() {
    return this != TWO_PHASE;
  }

  @Override
  public String toString() {
    return word;
  }
}
