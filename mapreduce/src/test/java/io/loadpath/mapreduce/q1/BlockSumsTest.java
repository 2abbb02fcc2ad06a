package io.loadpath.mapreduce.q1;

import static io.loadpath.mapreduce.q1.TestLineitem.ROW;
import static io.loadpath.mapreduce.q1.TestLineitem.rowWith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.mapreduce.input.LineBlock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fast loop against the strict parser: on any bytes they mean the same. */
class BlockSumsTest {
  private static final LocalDate LAST_DAY = LocalDate.of(1998, 9, 2);

  private static final byte[] BYTES =
      "||||\n\n\r\0\t .-:/0123456789{}~ANO".getBytes(StandardCharsets.US_ASCII);

  private static final String[] NUMBERS =
      (" 0 7 07 17 99 100 -1 +1 17.00 7.25 17.5 1.234 17. .5 0.0 0.00 0.04 0.10 0.99 "
              + "1.00 -0.05 9.99 10.00 0,04 00.4 0.0a 901.00 9.01 90100 104949.50 999999.99 "
              + "1000000.00 12345678.90 -901.00 9999999999999.99 99999999999999.99 "
              + "18446744073709551616.00 1234567.8 12.345.67")
          .split(" ");

  private static final String[] DATES =
      ("1998-09-02 1998-09-03 1992-02-29 1993-02-29 1900-02-29 2000-02-29 1996-02-30 "
              + "1996-04-31 1996-00-10 1996-13-01 1996-01-00 1996-01-32 0000-01-01 0000-02-29 "
              + "0004-02-29 0001-01-01 9999-12-31 1996/01/01 1996-1-01 19960101 96-01-01 "
              + "1996|01-01 1996-01|01 1996-01-1\u00e4 1996-1:-01 1996-0a-01  1996-01-010")
          .split(" ");

  private static final String[] FLAGS = {
    "A", "F", "z", "", "AF", " ", "{", "}", "~", "\u00e4", "\0"
  };

  /** What a loop or a parser made of a text. */
  static final class Result implements BlockSums.OtherLines {
    final LineitemParser parser = new LineitemParser();
    final LineitemRow row = new LineitemRow();
    final Q1Groups groups = new Q1Groups();
    final List<String> malformed = new ArrayList<>();
    long rows;
    long kept;
    long others;

    @Override
    public void take(LineBlock block, int start, int end, long number) {
      others++;
      strict(block.bytes(), start, end, block.offsetOf(start), number);
    }

    void strict(byte[] bytes, int start, int end, long offset, long number) {
      try {
        parser.parse(bytes, start, end, row);
      } catch (MalformedRowException e) {
        malformed.add(number + " at " + offset + ": " + e.getMessage());
        return;
      }
      if (row.shipEpochDay <= LAST_DAY.toEpochDay()) {
        kept++;
        groups.of(row.returnFlag, row.lineStatus).add(row);
      }
    }

    /** Reads every line as the definition says. */
    void readStrictly(byte[] text, long offset) {
      int start = 0;
      while (start < text.length) {
        int end = start;
        while (end < text.length && text[end] != '\n' && text[end] != '\r') {
          end++;
        }
        strict(text, start, end, offset + start, ++rows);
        boolean two = end + 1 < text.length && text[end] == '\r' && text[end + 1] == '\n';
        start = end + (two ? 2 : 1);
      }
    }
  }

  /** Puts the text between other rows, into which the loop must not look. */
  private static LineBlock block(byte[] text, int before, long offset) {
    byte[] row = (ROW + "\n").repeat(3).getBytes(StandardCharsets.UTF_8);
    byte[] bytes = new byte[before + text.length + LineBlock.PADDING];
    System.arraycopy(row, row.length - before, bytes, 0, before);
    System.arraycopy(text, 0, bytes, before, text.length);
    // The bytes after the end look like the rest of the row in which the text ends.
    System.arraycopy(
        row, text.length % (ROW.length() + 1), bytes, before + text.length, LineBlock.PADDING);
    LineBlock block = new LineBlock();
    block.set(bytes, before, before + text.length, offset);
    return block;
  }

  /** Whether the loop finds the delimiters by vectors. */
  boolean vectors() {
    return false;
  }

  /** The longest row that the loop takes, with its line end. */
  int longest() {
    return Integer.MAX_VALUE;
  }

  private BlockSums sums(Result result) {
    return new BlockSums(LAST_DAY, result.groups, result, vectors());
  }

  private Result sums(String text) throws Exception {
    Result result = new Result();
    BlockSums sums = sums(result);
    sums.add(block(text.getBytes(StandardCharsets.UTF_8), 0, 0));
    result.rows = sums.rowsRead();
    result.kept += sums.rowsKept();
    return result;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void meansTheSameAsTheStrictParserOnRandomAndDamagedRows(long seed) throws Exception {
    Random random = new Random(seed);
    Result expected = new Result();
    Result actual = new Result();
    BlockSums sums = sums(actual);
    long offset = 0;
    for (int i = 0; i < 5000; i++) {
      byte[] text = text(random, seed % 2 == 0 ? 1 : 1 + random.nextInt(8));
      expected.readStrictly(text, offset);
      sums.add(block(text, random.nextInt(200), offset));
      offset += text.length;
      String where = "seed %d, block %d: %s".formatted(seed, i, new String(text, "ISO-8859-1"));
      assertSame(actual, sums, expected, where);
      expected.malformed.clear();
      actual.malformed.clear();
    }
    assertSameGroups(actual, expected, "seed " + seed);
    // The test says nothing if one of the two ways takes nearly all rows.
    assertThat(sums.rowsKept()).isGreaterThan(expected.rows / 10);
    assertThat(actual.others).isGreaterThan(expected.rows / 10);
  }

  private static byte[] text(Random random, int rows) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (int i = 0; i < rows; i++) {
      byte[] row = row(random);
      for (int damages = random.nextInt(3); damages > 0; damages--) {
        row = random.nextInt(3) == 0 ? damaged(row, random) : row;
      }
      text.write(row);
      int end = random.nextInt(30);
      text.write((end == 0 ? "" : end == 1 ? "\r\n" : end == 2 ? "\r" : "\n").getBytes());
    }
    return text.toByteArray();
  }

  private static byte[] row(Random random) {
    String[] fields =
        TestLineitem.ROWS.get(random.nextInt(TestLineitem.ROWS.size())).split("\\|", -1);
    while (random.nextInt(3) == 0) {
      int column = random.nextInt(LineitemColumn.COUNT);
      String[] pool = column < 8 ? NUMBERS : column < 10 ? FLAGS : DATES;
      fields[column] = pool[random.nextInt(pool.length)];
    }
    String row = String.join("|", fields);
    return row.getBytes(StandardCharsets.UTF_8);
  }

  /** Changes, inserts or removes a byte, and may cut off the rest. */
  private static byte[] damaged(byte[] row, Random random) {
    if (row.length == 0) {
      return row;
    }
    int at = random.nextInt(row.length);
    int cut = random.nextInt(8) == 0 ? at : row.length;
    byte value =
        random.nextInt(4) == 0 ? (byte) random.nextInt(256) : BYTES[random.nextInt(BYTES.length)];
    int how = random.nextInt(3);
    ByteArrayOutputStream damaged = new ByteArrayOutputStream();
    damaged.write(row, 0, at);
    if (how < 2) {
      damaged.write(value);
    }
    int rest = how == 1 ? at : at + 1;
    damaged.write(row, rest, Math.max(0, cut - rest));
    return damaged.toByteArray();
  }

  @Test
  void everyByteAtEveryPlaceOfARowMeansTheSame() throws Exception {
    byte[] row = (ROW + "\n").getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < row.length; at++) {
      Result expected = new Result();
      Result actual = new Result();
      BlockSums sums = sums(actual);
      for (int value = 0; value < 256; value++) {
        byte[] text = row.clone();
        text[at] = (byte) value;
        expected.readStrictly(text, 0);
        sums.add(block(text, 0, 0));
      }
      assertSame(actual, sums, expected, "byte " + at);
      assertSameGroups(actual, expected, "byte " + at);
    }
  }

  @Test
  void rowsOfEveryLengthMeanTheSame() throws Exception {
    Result expected = new Result();
    Result actual = new Result();
    BlockSums sums = sums(actual);
    int tooLong = 0;
    for (int length = 0; length < 200; length++) {
      String row = rowWith(LineitemColumn.L_COMMENT, "c".repeat(length)) + "\n";
      byte[] text = row.getBytes(StandardCharsets.UTF_8);
      expected.readStrictly(text, 0);
      sums.add(block(text, 0, 0));
      tooLong += text.length > longest() ? 1 : 0;
    }
    assertSame(actual, sums, expected, "all lengths");
    assertSameGroups(actual, expected, "all lengths");
    assertThat(actual.others).isEqualTo(tooLong);
  }

  private static void assertSame(Result actual, BlockSums sums, Result expected, String where) {
    assertThat(actual.malformed).as(where).isEqualTo(expected.malformed);
    assertThat(sums.rowsRead()).as(where).isEqualTo(expected.rows);
    assertThat(sums.rowsKept() + actual.kept).as(where).isEqualTo(expected.kept);
  }

  private static void assertSameGroups(Result actual, Result expected, String where) {
    for (byte flag = ' '; flag <= '~'; flag++) {
      for (byte status = ' '; status <= '~'; status++) {
        Q1Totals totals = actual.groups.of(flag, status);
        if (!totals.equals(expected.groups.of(flag, status))) {
          assertThat(totals).as(where).isEqualTo(expected.groups.of(flag, status));
        }
      }
    }
  }

  @Test
  void takesEveryRowOfDbgenItself() throws Exception {
    Result result = sums(String.join("\n", TestLineitem.ROWS) + "\n");
    assertThat(result.others).isZero();
    assertThat(result.rows).isEqualTo(60175);
    assertThat(result.groups.of((byte) 'N', (byte) 'F').answerFields())
        .isEqualTo(TestLineitem.ANSWER.get(1).substring(4));
  }

  @Test
  void leavesTheLastLineIfItsEndIsNotInTheBlock() throws Exception {
    Result result = sums(ROW + "\n" + ROW);
    assertThat(result.rows).isEqualTo(2);
    assertThat(result.others).isEqualTo(1);
    assertThat(result.kept).isEqualTo(2);
  }

  @Test
  void moreGroupsThanItHasPlacesForAreOtherLines() throws Exception {
    StringBuilder text = new StringBuilder();
    for (char flag = '!'; flag < '|'; flag++) {
      text.append(rowWith(LineitemColumn.L_RETURNFLAG, "" + flag)).append('\n');
    }
    Result result = sums(text.toString());
    assertThat(result.rows).isEqualTo('|' - '!');
    assertThat(result.kept).isEqualTo('|' - '!');
    assertThat(result.others).isEqualTo('|' - '!' - 64);
    assertThat(result.malformed).isEmpty();
    assertThat(result.groups.of((byte) '{', (byte) 'O').rows()).isEqualTo(1);
  }

  @Test
  void rowsBeforeALineThatFailsAreCountedAndSummed() {
    Q1Groups groups = new Q1Groups();
    BlockSums sums =
        new BlockSums(
            LAST_DAY,
            groups,
            (block, start, end, row) -> {
              throw new IOException("row " + row + " at " + block.offsetOf(start));
            },
            vectors());
    byte[] text = (ROW + "\n" + ROW + "\nx\n" + ROW + "\n").getBytes(StandardCharsets.UTF_8);
    int place = 1000 + 2 * (ROW.length() + 1);
    assertThatThrownBy(() -> sums.add(block(text, 5, 1000))).hasMessage("row 3 at " + place);
    assertThat(sums.rowsRead()).isEqualTo(3);
    assertThat(sums.rowsKept()).isEqualTo(2);
    assertThat(groups.of((byte) 'N', (byte) 'O').rows()).isEqualTo(2);
  }

  @Test
  void theLargestRowsOfALargeBlockDoNotOverflow() throws Exception {
    byte[] row =
        ("1|1|1|1|99.99|999999.99|0.00|0.99|N|O|1996-03-13|||||" + "c".repeat(30) + "|\n")
            .getBytes(StandardCharsets.UTF_8);
    int rows = 200_000;
    byte[] bytes = new byte[rows * row.length + LineBlock.PADDING];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(row, 0, bytes, i * row.length, row.length);
    }
    LineBlock block = new LineBlock();
    block.set(bytes, 0, rows * row.length, 0);
    Result result = new Result();
    sums(result).add(block);
    assertThat(result.others).isZero();
    // 199 % of 99,999,999 cents, in 10^-6, per row; a full block has four times as many rows.
    assertThat(result.groups.of((byte) 'N', (byte) 'O').answerFields())
        .startsWith("19998000.00|199999998000.00|199999998000.0000|397999996020.000000|99.99|");
  }

  @Test
  void refusesABlockWhoseSumsCouldOverflow() {
    byte[] bytes = new byte[BlockSums.MAX_BLOCK_BYTES + 1 + LineBlock.PADDING];
    LineBlock block = new LineBlock();
    block.set(bytes, 0, BlockSums.MAX_BLOCK_BYTES + 1, 0);
    BlockSums sums = sums(new Result());
    assertThatThrownBy(() -> sums.add(block)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> block.set(bytes, 0, bytes.length - LineBlock.PADDING + 1, 0))
        .hasMessageContaining("padding");
  }
}
