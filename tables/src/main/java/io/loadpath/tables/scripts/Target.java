package io.loadpath.tables.scripts;

import io.loadpath.tables.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A tool that scripts are written for. */
public enum Target {
  POSTGRES(PostgresScripts::of, PostgresScripts::first),
  SQOOP(SqoopScripts::of, SqoopScripts::first),
  HIVE(HiveScripts::of, HiveScripts::first),
  ORACLE(OracleScripts::of, OracleScripts::first);

  private final Function<Table, List<Script>> scripts;
  private final Function<Table, String> first;

  Target(Function<Table, List<Script>> scripts, Function<Table, String> first) {
    this.scripts = scripts;
    this.first = first;
  }

  /** As on the command line, such as {@code postgres}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the target of a word.
   *
   * @throws IllegalArgumentException naming the known ones
   */
  public static Target of(String word) {
    for (Target target : values()) {
      if (target.word().equals(word)) {
        return target;
      }
    }
    String known = Arrays.stream(values()).map(Target::word).collect(Collectors.joining(", "));
    throw new IllegalArgumentException("'" + word + "' is none of " + known);
  }

  /** The files of a table, without doubles, in the order of their use. */
  List<Script> scripts(Table table) {
    List<Script> all = new ArrayList<>(scripts.apply(table));
    all.addAll(FingerprintScripts.of(this, table));
    return List.copyOf(all);
  }

  /** The command to run first, in the folder of the scripts. */
  String first(Table table) {
    return first.apply(table);
  }
}
