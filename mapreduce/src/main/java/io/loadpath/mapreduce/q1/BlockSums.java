package io.loadpath.mapreduce.q1;

import static io.loadpath.mapreduce.q1.TextWords.EACH_BYTE;
import static io.loadpath.mapreduce.q1.TextWords.HIGH_BITS;
import static io.loadpath.mapreduce.q1.TextWords.bars;
import static io.loadpath.mapreduce.q1.TextWords.sevenDigits;
import static io.loadpath.mapreduce.q1.TextWords.unexpected;
import static io.loadpath.mapreduce.q1.TextWords.word;

import io.loadpath.mapreduce.input.LineBlock;
import java.io.IOException;
import java.time.LocalDate;
import java.time.Month;

/**
 * Q1's inner loop. It sums the rows of blocks of lines by group, eight bytes at a time and without
 * an object per row. On JDK 21 or later with {@code --add-modules=jdk.incubator.vector}, it finds
 * the delimiters 32 bytes at a time, in rows of at most 192 bytes.
 *
 * <p>It takes the rows that have the shape of dbgen's, in printable ASCII up to '|':
 *
 * <pre>…|…|…|…|99|999999.99|0.99|0.99|c|c|yyyy-MM-dd|…|…|…|…|…|\n</pre>
 *
 * with 1 or 2 digits of quantity (or these and two decimals), 1 to 6 digits of price before the
 * point, the end of the price among the first 50 bytes, and more than 64 bytes in all. {@link
 * LineitemParser} accepts all these rows, with the same meaning. Every other line goes to {@link
 * OtherLines}, so only the parser decides which rows are malformed.
 */
final class BlockSums {
  /** Handles the lines that the loop cannot sum. */
  interface OtherLines {
    /**
     * @param start the line's first byte
     * @param end the byte after its last, without the line end
     * @param row its number, from 1, among all lines of all blocks
     */
    void take(LineBlock block, int start, int end, long row)
        throws IOException, InterruptedException;
  }

  /**
   * Sums of one block cannot overflow a long. A row has at least 42 bytes, so there are at most 1.8
   * million in such a block. The largest sum is the charge, in 10^-6: a row has less than 10^8
   * cents, times at most 100 hundredths (1 - discount), times at most 199 (1 + tax), which is less
   * than 2 * 10^12; times 1.8 million that is 3.6 * 10^18, and 2^63 is 9.2 * 10^18.
   */
  static final int MAX_BLOCK_BYTES = 72 << 20;

  /** The JVM compiles a method sooner if it is called often and does not run long. */
  private static final int CALL_BYTES = 4096;

  /** JDK 17 has the module, too, but its compiler makes the loop slower with it. */
  private static final boolean VECTORS =
      Runtime.version().feature() >= 21
          && ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()
          && TextVectors.areFast();

  /** Added to bytes below 0x80 this reaches the high bit from 10 on. */
  private static final long BEYOND_NINE = (0x80 - 10) * EACH_BYTE;

  /** Multiplied with high bits it brings the one of byte i to bit 56 + i, without a carry. */
  private static final long GATHER = 0x0002040810204081L;

  private static final int MASK_BYTES = 64;

  /** XORed with the text these turn digits to their values and fixed characters to zero. */
  private static final long DISCOUNT_AND_TAX = word("0.00|0.0");

  private static final long DISCOUNT_AND_TAX_FIXED = 0x00FFFFFF0000FFFFL;
  private static final long YEAR_AND_MONTH = word("0000-00-");
  private static final long YEAR_AND_MONTH_FIXED = 0xFF0000FF00000000L;
  private static final long DAY = word("00|");
  private static final long DAY_FIXED = 0xFF0000L;
  private static final long PRICE = word("00000.00");
  private static final long PRICE_FIXED = 0x0000FF0000000000L;

  /**
   * The delimiters after 0.99, 0.99, c and c, as bits of the mask that starts with the discount.
   */
  private static final long BARS_UP_TO_DATE = 1 << 4 | 1 << 9 | 1 << 11 | 1 << 13;

  private static final long BARS_UP_TO_DATE_BITS = (1 << 14) - 1;

  /** The last place of the price's end where the mask has all delimiters before the date. */
  private static final int LAST_PRICE_END = 49;

  /**
   * Days of a month by its two digits in hexadecimal, 29 for February; 0 where there is no month.
   */
  private static final byte[] DAYS_OF_MONTH = daysOfMonth();

  private static final int FEBRUARY = 0x02;

  private final boolean vectors;
  private final OtherLines otherLines;
  private final Q1Groups groups;
  private final long cutoff;
  private final GroupSums groupSums = new GroupSums();

  private long rowsRead;
  private long rowsKept;

  /**
   * @param lastShipDay the last day whose rows are summed
   * @param groups takes the sums
   */
  BlockSums(LocalDate lastShipDay, Q1Groups groups, OtherLines otherLines) {
    this(lastShipDay, groups, otherLines, VECTORS);
  }

  /**
   * @param vectors finds the delimiters with {@link TextVectors}, not with {@link TextWords}
   */
  BlockSums(LocalDate lastShipDay, Q1Groups groups, OtherLines otherLines, boolean vectors) {
    this.vectors = vectors;
    this.cutoff = comparable(lastShipDay);
    this.groups = groups;
    this.otherLines = otherLines;
  }

  /** Lines read, including other lines. */
  long rowsRead() {
    return rowsRead;
  }

  /** Rows summed here, not other lines. */
  long rowsKept() {
    return rowsKept;
  }

  /** Adds the block's rows to the groups, including those before a line that fails. */
  void add(LineBlock block) throws IOException, InterruptedException {
    if (block.end() - block.start() > MAX_BLOCK_BYTES) {
      throw new IllegalArgumentException(
          "a block has at most %d bytes, not %d"
              .formatted(MAX_BLOCK_BYTES, block.end() - block.start()));
    }
    try {
      for (int start = block.start(); start < block.end(); ) {
        start = addRows(block, start, Math.min(start + CALL_BYTES, block.end()));
      }
    } finally {
      rowsKept += groupSums.moveTo(groups);
    }
  }

  /**
   * One method, so that the compiler keeps all values in registers. A row is first read as if it
   * had the shape. Contradictions set high bits of {@code strange} or any bit of {@code wrong}, and
   * one branch tests them all. Bytes after the block's end may be read, but a row that reaches them
   * is not accepted.
   *
   * @return the start of the first row from {@code limit} on
   */
  private int addRows(LineBlock block, int start, int limit)
      throws IOException, InterruptedException {
    final byte[] bytes = block.bytes();
    final int end = block.end();
    final byte[] groupNumbers = groupSums.numbers;
    final long[] sums = groupSums.sums;
    final long cutoff = this.cutoff;
    final boolean vectors = this.vectors;
    long rows = rowsRead;
    while (start < limit) {
      rows++;
      fast:
      {
        // Delimiters among the first 64 bytes, one bit each, and the place of the last one.
        long strange = 0;
        long mask = 0;
        int last;
        if (vectors) {
          mask = TextVectors.equal(bytes, start, '|');
          long ends = TextVectors.below(bytes, start + 64, ' ');
          long laterEnds = TextVectors.below(bytes, start + 128, ' ');
          // The bits before the first end.
          long before = ends - 1 & ~ends;
          long laterBefore = ends == 0 ? laterEnds - 1 & ~laterEnds : 0;
          int count =
              Long.bitCount(mask)
                  + Long.bitCount(TextVectors.equal(bytes, start + 64, '|') & before)
                  + Long.bitCount(TextVectors.equal(bytes, start + 128, '|') & laterBefore);
          last = start + 63 + Long.bitCount(before) + Long.bitCount(laterBefore);
          if (TextVectors.below(bytes, start, ' ') != 0
              | (ends | laterEnds) == 0
              | count != LineitemColumn.COUNT
              | bytes[last] != '|') {
            break fast;
          }
        } else {
          for (int i = 0; i < MASK_BYTES; i += Long.BYTES) {
            long text = word(bytes, start + i);
            strange |= unexpected(text);
            mask |= (bars(text) * GATHER >>> 56) << i;
          }

          // The last delimiter: any line end before it is unexpected, and one must follow it.
          int missing = LineitemColumn.COUNT - Long.bitCount(mask);
          if (missing <= 0) {
            break fast;
          }
          int at = start + MASK_BYTES;
          long text = word(bytes, at);
          long bars = bars(text);
          int count = Long.bitCount(bars);
          while (count < missing) {
            missing -= count;
            strange |= unexpected(text);
            at += Long.BYTES;
            if (at >= end) {
              break fast;
            }
            text = word(bytes, at);
            bars = bars(text);
            count = Long.bitCount(bars);
          }
          for (; missing > 1; missing--) {
            bars &= bars - 1;
          }
          int lastBarBit = Long.numberOfTrailingZeros(bars);
          last = at + (lastBarBit >>> 3);
          strange |= unexpected(text) & -1L >>> 63 - lastBarBit;
        }

        // Quantity and price are between the fourth, the fifth and the sixth delimiter.
        long fields = mask & mask - 1;
        fields &= fields - 1;
        fields &= fields - 1;
        int beforeQuantity = Long.numberOfTrailingZeros(fields);
        fields &= fields - 1;
        int quantityEnd = Long.numberOfTrailingZeros(fields);
        fields &= fields - 1;
        int priceEnd = Long.numberOfTrailingZeros(fields);
        int quantityLength = quantityEnd - beforeQuantity - 1;
        int priceLength = priceEnd - quantityEnd - 1;
        if (priceLength < 4 | priceLength > 9 | priceEnd > LAST_PRICE_END | quantityLength < 1) {
          break fast;
        }

        // 0.99|0.99|c|c|yyyy-MM-dd| at known places.
        int rest = start + priceEnd + 1;
        long rates = word(bytes, rest) ^ DISCOUNT_AND_TAX;
        long flags = word(bytes, rest + 8);
        long yearAndMonth = word(bytes, rest + 14) ^ YEAR_AND_MONTH;
        long day = word(bytes, rest + 17) >>> 40 ^ DAY;
        long lastTaxDigit = flags & 0xFF ^ '0';
        if (vectors) {
          strange |= unexpected(flags); // DEL
        }
        strange |=
            rates + BEYOND_NINE
                | yearAndMonth + BEYOND_NINE
                | day + BEYOND_NINE
                | lastTaxDigit + BEYOND_NINE;
        long wrong =
            rates & DISCOUNT_AND_TAX_FIXED
                | yearAndMonth & YEAR_AND_MONTH_FIXED
                | day & DAY_FIXED
                | mask >>> priceEnd + 1 & BARS_UP_TO_DATE_BITS ^ BARS_UP_TO_DATE;

        // The price's last eight bytes, or fewer, with zeros before them.
        int otherBits = priceLength >= 8 ? 0 : 8 - priceLength << 3;
        long digits = (word(bytes, start + priceEnd - 8) ^ PRICE) >>> otherBits << otherBits;
        strange |= digits + BEYOND_NINE;
        wrong |= digits & PRICE_FIXED;
        long price = sevenDigits(digits);
        if (priceLength == 9) {
          int digit = bytes[start + priceEnd - 9] - '0';
          wrong |= digit < 0 | digit > 9 ? 1 : 0;
          price += digit * 10_000_000L;
        }

        int quantity = quantityHundredths(bytes, start + quantityEnd, quantityLength);

        // Year, month and day as bytes of one number, in the order of the days.
        long date = Long.reverseBytes(yearAndMonth);
        int dayOfMonth = (int) ((day & 0xFF) * 10 + (day >>> 8 & 0xFF));
        int month = (int) ((date >>> 16 & 0xF) << 4 | date >>> 8 & 0xF);

        if ((strange & HIGH_BITS) != 0
            | wrong != 0
            | quantity < 0
            | last >= end - 1
            | bytes[last + 1] != '\n'
            | dayOfMonth == 0
            | dayOfMonth > DAYS_OF_MONTH[month]
            | date >>> 32 == 0) {
          break fast;
        }
        if (dayOfMonth == 29 && month == FEBRUARY && !isLeapYear(date)) {
          break fast;
        }
        if (date + dayOfMonth <= cutoff) {
          int flagAndStatus =
              (int) (flags >>> 16 & 0x7F) << GroupSums.ASCII_BITS | (int) (flags >>> 32) & 0x7F;
          int group = groupNumbers[flagAndStatus];
          if (group == 0) {
            group = groupSums.newGroup(flagAndStatus);
            if (group == 0) {
              break fast;
            }
          }
          long discount = (rates >>> 16 & 0xF) * 10 + (rates >>> 24 & 0xF);
          long tax = (rates >>> 56) * 10 + lastTaxDigit;
          long discPrice = price * (100 - discount);
          int sum = group - 1 << GroupSums.SHIFT;
          sums[sum + GroupSums.ROWS]++;
          sums[sum + GroupSums.QUANTITY] += quantity;
          sums[sum + GroupSums.BASE_PRICE] += price;
          sums[sum + GroupSums.DISC_PRICE] += discPrice;
          sums[sum + GroupSums.CHARGE] += discPrice * (100 + tax);
          sums[sum + GroupSums.DISCOUNT] += discount;
        }
        start = last + 2;
        continue;
      }
      rowsRead = rows;
      start = passLine(block, start);
    }
    rowsRead = rows;
    return start;
  }

  /** The result is negative if the field has an unexpected form. */
  private static int quantityHundredths(byte[] bytes, int end, int length) {
    int decimals = 0;
    int integerEnd = end;
    if (length > 2) {
      int tenths = bytes[end - 2] - '0';
      int hundredths = bytes[end - 1] - '0';
      if (length > 5 | length < 4 | bytes[end - 3] != '.') {
        return -1;
      }
      if ((tenths | hundredths) < 0 | tenths > 9 | hundredths > 9) {
        return -1;
      }
      decimals = tenths * 10 + hundredths;
      integerEnd = end - 3;
      length -= 3;
    }
    int ones = bytes[integerEnd - 1] - '0';
    int tens = length == 2 ? bytes[integerEnd - 2] - '0' : 0;
    if ((ones | tens) < 0 | ones > 9 | tens > 9) {
      return -1;
    }
    return tens * 1000 + ones * 100 + decimals;
  }

  private static boolean isLeapYear(long date) {
    long year =
        (date >>> 56) * 1000
            + (date >>> 48 & 0xF) * 100
            + (date >>> 40 & 0xF) * 10
            + (date >>> 32 & 0xF);
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  /**
   * Returns the day in the form that the loop compares: four digits, 0, two digits, day of month.
   */
  private static long comparable(LocalDate day) {
    long yearAndMonth = word(day.toString().substring(0, 8)) ^ YEAR_AND_MONTH;
    return Long.reverseBytes(yearAndMonth) + day.getDayOfMonth();
  }

  private static byte[] daysOfMonth() {
    byte[] days = new byte[256];
    for (Month month : Month.values()) {
      days[month.getValue() / 10 << 4 | month.getValue() % 10] = (byte) month.maxLength();
    }
    return days;
  }

  /** Passes the line to {@code otherLines}; returns the start of the next one. */
  private int passLine(LineBlock block, int start) throws IOException, InterruptedException {
    byte[] bytes = block.bytes();
    int blockEnd = block.end();
    int lineEnd = start;
    while (lineEnd < blockEnd && bytes[lineEnd] != '\n' && bytes[lineEnd] != '\r') {
      lineEnd++;
    }
    otherLines.take(block, start, lineEnd, rowsRead);
    boolean endsInTwo =
        lineEnd + 1 < blockEnd && bytes[lineEnd] == '\r' && bytes[lineEnd + 1] == '\n';
    return lineEnd + (endsInTwo ? 2 : 1);
  }
}
