package io.loadpath.benchmarks.chaos;

import io.loadpath.benchmarks.chaos.JobPlan.Kind;
import io.loadpath.benchmarks.chaos.TableSpec.Published;
import io.loadpath.benchmarks.chaos.TableSpec.Shape;
import io.loadpath.benchmarks.chaos.TableSpec.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Draws a random table. */
final class TableDraw {
  private static final String[] NAMES = {
    "t", "Order Lines", "a.b", "q\"uote", "ÜNÏ", "select", "camelCase"
  };

  private TableDraw() {}

  /**
   * Draws a table.
   *
   * @param job its number, which the schema has
   * @param unsorted whether an unsorted load writes it
   */
  static TableSpec draw(Dice random, Kind kind, int job, boolean unsorted) {
    boolean external = kind == Kind.EXTERNAL;
    Shape shape = external ? Shape.PLAIN : shape(random, kind);
    List<Type> types = new ArrayList<>(List.of(Type.NUMERIC));
    Stream.of(Type.values())
        .filter(
            type ->
                type.compareTo(Type.WIDE_NUMERIC) > 0 && (random.chance(3) || shape.needs(type)))
        // the server's own COPY does not take hexadecimal digits alone, and the load reports that
        .filter(type -> !external || type != Type.BYTEA)
        .forEach(types::add);
    List<String> columns = new ArrayList<>(List.of(random.chance(3) ? "Key \"1\"" : "id"));
    types.forEach(type -> columns.add((random.chance(4) ? "Col." : "c") + (columns.size() - 1)));
    boolean published = !external && !shape.unlogged() && random.chance(5);
    return new TableSpec(
        // a load takes the text after the first '.' as the table's name
        (!random.chance(4) ? "chaos" : kind == Kind.LOAD ? "Chaos " : "Chaos.") + job,
        random.one(NAMES),
        shape,
        columns,
        types,
        !external && random.chance(4) != kind.keyed(),
        !external && random.chance(4),
        !external && random.chance(6),
        !published ? Published.NOT : random.chance(4) ? Published.ALL_TABLES : Published.TABLE,
        shape.onlyForLoads() ? partitions(random, shape, unsorted) : Partitions.OTHERS);
  }

  private static Shape shape(Dice random, Kind kind) {
    return random.weighted(
        Stream.of(Shape.values()).filter(shape -> kind == Kind.LOAD || !shape.onlyForLoads()),
        shape -> shape.onlyForLoads() ? 3 : 1);
  }

  /** By an unsorted load, the server takes all rows or none. */
  private static Partitions partitions(Dice random, Shape shape, boolean unsorted) {
    Set<Integer> there = new HashSet<>();
    int missing = random.one(Partitions.MOST, 5, 2);
    for (int number = 0; number < Partitions.MOST; number++) {
      if (!random.chance(missing)) {
        there.add(number);
      }
    }
    Partitions parts =
        new Partitions(
            shape.byDate(), shape.byText(), there, unsorted ? !random.chance(4) : random.chance(2));
    there.removeIf(number -> number >= parts.count());
    return parts;
  }
}
