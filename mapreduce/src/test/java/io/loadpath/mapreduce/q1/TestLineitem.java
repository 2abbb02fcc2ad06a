package io.loadpath.mapreduce.q1;

import io.loadpath.mapreduce.input.TestText;
import io.trino.tpch.Distributions;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.TextPool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * LINEITEM at scale factor 0.01 as dbgen writes it, and its Q1 answers. Only the comments differ:
 * they come from a text of 1 MB, since dbgen's 300 MB take seconds.
 */
final class TestLineitem {
  static final List<String> ROWS = generate();

  /** The official answer (DELTA 90), with averages as the standard rounds them. */
  static final List<String> ANSWER =
      List.of(
          "A|F|380456.00|532348211.65|505822441.4861|526165934.000839|25.58|35785.71|0.05|14876",
          "N|F|8971.00|12384801.37|11798257.2080|12282485.056933|25.78|35588.51|0.05|348",
          "N|O|742802.00|1041502841.45|989737518.6346|1029418531.523350|25.45|35691.13|0.05|29181",
          "R|F|381449.00|534594445.35|507996454.4067|528524219.358903|25.60|35874.01|0.05|14902");

  /** A row of the four groups: quantity 17, price 21168.23, discount 0.04, tax 0.02, N|O, 1996. */
  static final String ROW =
      "1|1552|93|1|17|21168.23|0.04|0.02|N|O|1996-03-13|1996-02-12|1996-03-22|DELIVER IN PERSON"
          + "|TRUCK|egular courts above the|";

  private TestLineitem() {}

  /** {@link #ROW} with one field replaced. */
  static String rowWith(LineitemColumn column, String field) {
    String[] fields = ROW.split("\\|", -1);
    fields[column.ordinal()] = field;
    return String.join("|", fields);
  }

  /** Writes the rows in {@code parts} files of about equal size; the suffix picks the codec. */
  static void write(Path folder, List<String> rows, int parts, String suffix, String lineEnd)
      throws IOException {
    for (int part = 0; part < parts; part++) {
      int from = (int) ((long) rows.size() * part / parts);
      int to = (int) ((long) rows.size() * (part + 1) / parts);
      String text = String.join(lineEnd, rows.subList(from, to)) + lineEnd;
      TestText.write(folder.resolve("part-%05d.tbl%s".formatted(part, suffix)), text);
    }
  }

  /** The groups with their numbers of rows, by the generator's values, without the job's code. */
  static List<String> groupsAndCounts(int deltaDays) {
    long cutoff = LocalDate.of(1998, 12, 1).minusDays(deltaDays).toEpochDay();
    TreeMap<String, Integer> groups = new TreeMap<>();
    for (LineItem item : generator()) {
      if (item.getShipDate() <= cutoff) {
        groups.merge(item.getReturnFlag() + "|" + item.getStatus(), 1, Integer::sum);
      }
    }
    return groups.entrySet().stream().map(e -> e.getKey() + "|" + e.getValue()).toList();
  }

  private static LineItemGenerator generator() {
    Distributions distributions = Distributions.getDefaultDistributions();
    return new LineItemGenerator(0.01, 1, 1, distributions, new TextPool(1 << 20, distributions));
  }

  private static List<String> generate() {
    List<String> rows = new ArrayList<>();
    for (LineItem item : generator()) {
      rows.add(item.toLine());
    }
    return List.copyOf(rows);
  }
}
