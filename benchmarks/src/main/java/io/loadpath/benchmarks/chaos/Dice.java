package io.loadpath.benchmarks.chaos;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** Random choices. */
final class Dice extends Random {
  private static final long serialVersionUID = 1;

  Dice(long seed) {
    super(seed);
  }

  boolean chance(int oneOf) {
    return nextInt(oneOf) == 0;
  }

  @SafeVarargs
  final <T> T one(T... values) {
    return values[nextInt(values.length)];
  }

  <T> T weighted(Stream<T> values, ToIntFunction<T> weight) {
    List<T> all =
        values.flatMap(v -> Collections.nCopies(weight.applyAsInt(v), v).stream()).toList();
    return all.get(nextInt(all.size()));
  }
}
