package io.loadpath.benchmarks.run;

import java.util.Optional;

/** Watches over a step while it runs. */
interface StepWatch extends AutoCloseable {
  /** Finds no fault. */
  StepWatch NONE =
      new StepWatch() {
        @Override
        public Optional<String> complaint() {
          return Optional.empty();
        }

        @Override
        public void close() {}
      };

  /** Returns why it ended the step, if it did. */
  Optional<String> complaint();

  @Override
  void close();
}
