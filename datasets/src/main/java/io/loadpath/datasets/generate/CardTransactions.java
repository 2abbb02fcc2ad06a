package io.loadpath.datasets.generate;

import io.loadpath.tables.Table;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/**
 * Makes ALL_CARD_TRANS: purchases by card in shops of the United States.
 *
 * <p>Row k is made from the seed and k alone. A card and a merchant have the same details in every
 * row. Card numbers begin with the digits of the card's type. No number passes the Luhn check, so
 * none is a real card. About 2 % of the rows have no card_type. The number of cards and merchants
 * decides the compression ratio: 2.1:1 at {@code gzip -3}.
 */
public final class CardTransactions extends RowSource {

  /** Usual length of a row, for estimates. */
  public static final double USUAL_ROW_BYTES = 69.7;

  private static final int ROWS_PER_BLOCK = 1 << 14;
  private static final int MAX_ROW_BYTES = 128;
  private static final int NUMBERS_PER_ROW = 3;
  private static final int NULL_TYPES_OF_65536 = 1311;

  private final long stream;
  private final Cards cards;
  private final Merchants merchants;
  private final byte[][] days = new byte[Days.COUNT][];
  private final WeightedTable dayOfBits = new WeightedTable(Days.weights());

  public CardTransactions(long rows, long seed) {
    super(Table.ALL_CARD_TRANS, rows, ROWS_PER_BLOCK);
    stream = SplitMix.stream(seed, 0);
    cards = new Cards(seed);
    merchants = new Merchants(seed);
    for (int i = 0; i < days.length; i++) {
      days[i] = ascii(Days.text(i) + '|');
    }
  }

  @Override
  public long partStart(int part, int parts) {
    return units / parts * part + units % parts * part / parts;
  }

  @Override
  public void write(long from, long to, TextBuffer text) {
    for (long row = from; row < to; row++) {
      text.reserve(MAX_ROW_BYTES);
      long who = SplitMix.at(stream, NUMBERS_PER_ROW * row);
      long when = SplitMix.at(stream, NUMBERS_PER_ROW * row + 1);
      long amount = SplitMix.at(stream, NUMBERS_PER_ROW * row + 2);
      boolean typeKnown = (when & 0xFFFF) >= NULL_TYPES_OF_65536;
      cards.put(text, who >>> 32, typeKnown);
      long merchant = merchants.choose(who & 0xFFFFFFFFL);
      long details = merchants.details(merchant);
      merchants.putCategory(text, details);
      merchants.putAmount(text, details, amount);
      text.put(days[dayOfBits.pick(when >>> 16)]);
      merchants.putMerchant(text, merchant, details);
      text.put('\n');
    }
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Three years of days; later days, Saturdays and Decembers have more purchases. */
  private static final class Days {

    static final int COUNT = 1096;
    private static final DateTimeFormatter AMERICAN =
        DateTimeFormatter.ofPattern("MM/dd/uuuu", Locale.ROOT);
    private static final LocalDate FIRST = LocalDate.of(2007, 1, 1);
    private static final List<Integer> OF_WEEK = List.of(90, 88, 92, 100, 125, 130, 85);
    private static final List<Integer> OF_YEAR =
        List.of(84, 86, 95, 96, 102, 100, 101, 102, 96, 100, 112, 140);

    private Days() {}

    static long[] weights() {
      long[] weights = new long[COUNT];
      for (int i = 0; i < COUNT; i++) {
        LocalDate day = FIRST.plusDays(i);
        long growth = 1000 + i / 3;
        weights[i] =
            growth
                * OF_WEEK.get(day.getDayOfWeek().ordinal())
                * OF_YEAR.get(day.getMonthValue() - 1);
      }
      return weights;
    }

    static String text(int index) {
      return FIRST.plusDays(index).format(AMERICAN);
    }
  }
}
