package io.loadpath.hive;

import static org.assertj.core.api.Assertions.assertThat;

import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import java.io.BufferedWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** LINEITEM at scale factor 0.01, as dbgen writes it, and Q1's answers over it. */
final class Lineitem {
  private static final double SCALE = 0.01;
  private static final int PARTS = 2;
  private static final BigDecimal TOLERANCE = new BigDecimal("1e-9");

  /** The published answer for scale factor 0.01 and DELTA 90, averages rounded to two places. */
  static final List<String> OFFICIAL_ANSWER =
      List.of(
          "A|F|380456.00|532348211.65|505822441.4861|526165934.000839|25.58|35785.71|0.05|14876",
          "N|F|8971.00|12384801.37|11798257.2080|12282485.056933|25.78|35588.51|0.05|348",
          "N|O|742802.00|1041502841.45|989737518.6346|1029418531.523350|25.45|35691.13|0.05|29181",
          "R|F|381449.00|534594445.35|507996454.4067|528524219.358903|25.60|35874.01|0.05|14902");

  private Lineitem() {}

  /** Writes the table into part files in a new folder, which also holds a manifest. */
  static Path write(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (int part = 1; part <= PARTS; part++) {
      Path file = folder.resolve("part-%05d.tbl".formatted(part - 1));
      try (BufferedWriter writer = Files.newBufferedWriter(file)) {
        for (LineItem row : new LineItemGenerator(SCALE, part, PARTS)) {
          writer.write(row.toLine());
          writer.write('\n');
        }
      }
    }
    Files.writeString(folder.resolve("manifest.json"), "{}\n");
    return folder;
  }

  /** Q1's answer computed here, row by row in BigDecimal. */
  static List<String> answer(int delta) {
    long lastShipped = LocalDate.of(1998, 12, 1).minusDays(delta).toEpochDay();
    TreeMap<String, Group> groups = new TreeMap<>();
    for (LineItem row : new LineItemGenerator(SCALE, 1, 1)) {
      if (row.getShipDate() <= lastShipped) {
        groups
            .computeIfAbsent(row.getReturnFlag() + "|" + row.getStatus(), key -> new Group())
            .add(row);
      }
    }
    List<String> answer = new ArrayList<>();
    groups.forEach((key, group) -> answer.add(key + "|" + group.columns()));
    return answer;
  }

  /** Asserts that rows are the official answer but for a billionth of each number. */
  static void assertClose(List<String> rows) {
    assertThat(rows).hasSameSizeAs(OFFICIAL_ANSWER);
    for (int row = 0; row < rows.size(); row++) {
      String[] actual = rows.get(row).split("\\|");
      String[] expected = OFFICIAL_ANSWER.get(row).split("\\|");
      assertThat(actual).hasSameSizeAs(expected);
      assertThat(actual[0] + actual[1]).isEqualTo(expected[0] + expected[1]);
      for (int column = 2; column < actual.length; column++) {
        BigDecimal value = new BigDecimal(expected[column]);
        assertThat(new BigDecimal(actual[column]).subtract(value).abs())
            .isLessThanOrEqualTo(value.multiply(TOLERANCE));
      }
    }
  }

  private static final class Group {
    private BigDecimal quantity = BigDecimal.ZERO;
    private BigDecimal basePrice = BigDecimal.ZERO;
    private BigDecimal discountedPrice = BigDecimal.ZERO;
    private BigDecimal charge = BigDecimal.ZERO;
    private BigDecimal discount = BigDecimal.ZERO;
    private long count;

    void add(LineItem row) {
      BigDecimal price = BigDecimal.valueOf(row.getExtendedPriceInCents(), 2);
      BigDecimal rowDiscount = BigDecimal.valueOf(row.getDiscountPercent(), 2);
      BigDecimal tax = BigDecimal.valueOf(row.getTaxPercent(), 2);
      BigDecimal discounted = price.multiply(BigDecimal.ONE.subtract(rowDiscount));
      quantity = quantity.add(BigDecimal.valueOf(row.getQuantity()));
      basePrice = basePrice.add(price);
      discountedPrice = discountedPrice.add(discounted);
      charge = charge.add(discounted.multiply(BigDecimal.ONE.add(tax)));
      discount = discount.add(rowDiscount);
      count++;
    }

    String columns() {
      return String.join(
          "|",
          quantity.setScale(2).toPlainString(),
          basePrice.toPlainString(),
          discountedPrice.toPlainString(),
          charge.toPlainString(),
          average(quantity),
          average(basePrice),
          average(discount),
          Long.toString(count));
    }

    private String average(BigDecimal sum) {
      return sum.divide(BigDecimal.valueOf(count), 2, RoundingMode.HALF_UP).toPlainString();
    }
  }
}
