package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowHashTest {
  private static final int NUMERIC_10_2 = (10 << 16 | 2) + 4;
  private static final int NUMERIC_3_MINUS_2 = (3 << 16 | 0x7fe) + 4;
  private static final List<KeyType> COLUMNS =
      List.of(
          new KeyType(ColumnType.INT4, false, -1),
          new KeyType(ColumnType.TEXT, false, -1),
          new KeyType(ColumnType.TEXT, false, -1));

  private static long hash(List<KeyType> types, String line) throws Exception {
    byte[] tuple = tuple(types, line);
    return new RowHash(types).of(tuple, 1);
  }

  /** Returns a byte, and the tuple of a row. */
  private static byte[] tuple(List<KeyType> types, String line) throws Exception {
    List<byte[]> tuples = new ArrayList<>();
    RowCopy copy =
        RowCopy.tuples(
            types.stream().map(type -> new RowCopy.Column("c", type.type())).toList(),
            TextFormat.plain('|', "\\N", TextFormat.DelimiterAtEnd.NEVER),
            DateOrder.MDY,
            row -> {
              throw row;
            },
            (bytes, from, to, offset) -> {
              byte[] tuple = new byte[to - from + 1];
              System.arraycopy(bytes, from, tuple, 1, to - from);
              tuples.add(tuple);
            });
    byte[] text = (line + "\n").getBytes(UTF_8);
    copy.write(Arrays.copyOf(text, text.length + Bytes.SLACK), 0, text.length);
    copy.end();
    return tuples.get(0);
  }

  /**
   * {@code SELECT ('x' || encode(sha256(record_send(ROW(7, 'a'::text, NULL::text))),
   * 'hex'))::bit(64)}.
   */
  @Test
  void theHashIsThatOfPostgresql() throws Exception {
    assertThat(hash(COLUMNS, "7|a|\\N")).isEqualTo(5481737796211468150L);
  }

  @Test
  void everyChangedBitOfAValueChangesTheHash() throws Exception {
    byte[] tuple = tuple(COLUMNS, "258|text|" + "long".repeat(100));
    RowHash hash = new RowHash(COLUMNS);
    Set<Long> hashes = new HashSet<>(List.of(hash.of(tuple, 1)));
    int values = 0;
    int at = 1 + Short.BYTES;
    for (int i = 0; i < COLUMNS.size(); i++) {
      int length = Bytes.getInt(tuple, at);
      at += Integer.BYTES;
      for (int bit = 0; bit < Byte.SIZE * length; bit++) {
        byte[] changed = tuple.clone();
        changed[at + bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        hashes.add(hash.of(changed, 1));
      }
      values += length;
      at += length;
    }

    assertThat(hashes).hasSize(1 + Byte.SIZE * values);
  }

  @Test
  void rowsWithTheSameBytesInOtherFieldsDiffer() throws Exception {
    Set<Long> hashes = new HashSet<>();
    List<String> rows = List.of("1|ab|c", "1|a|bc", "1|abc|", "1||abc", "1|abc|\\N", "1|\\N|abc");
    for (String row : rows) {
      hashes.add(hash(COLUMNS, row));
    }

    assertThat(hashes).hasSameSizeAs(rows);
  }

  @ParameterizedTest
  @CsvSource({
    "NUMERIC, false, -1, 1.50, 01.50",
    "NUMERIC, false, -1, 0.00, -0.00",
    "NUMERIC, false, " + NUMERIC_10_2 + ", 1.5, 1.50",
    "NUMERIC, false, " + NUMERIC_10_2 + ", 1.005, 1.01",
    "NUMERIC, false, " + NUMERIC_10_2 + ", 9999.995, 1e4",
    "NUMERIC, false, " + NUMERIC_10_2 + ", -0.004, 0",
    "NUMERIC, false, " + NUMERIC_3_MINUS_2 + ", 12350, 12400",
    "TIMESTAMP, false, 0, 2009-01-31 23:59:59.5, 2009-02-01",
    "TEXT, false, 6, 'ä   ', 'ä '",
    "TEXT, true, 8, 'ä   ', ä",
    "HEX, false, -1, 00FF, 00ff",
  })
  void valuesThatTheServerStoresAlikeHaveOneHash(
      ColumnType type, boolean blankPadded, int modifier, String one, String other)
      throws Exception {
    List<KeyType> types = List.of(new KeyType(type, blankPadded, modifier));

    assertThat(hash(types, one)).isEqualTo(hash(types, other));
  }

  @ParameterizedTest
  @CsvSource({
    "NUMERIC, false, -1, 1.5, 1.50", // the server keeps the scale
    "NUMERIC, false, " + NUMERIC_10_2 + ", 1.5, -1.5",
    "TEXT, false, 8, 'a ', a",
    "FLOAT8, false, -1, 0, -0",
    "TIMESTAMP, false, -1, 2009-01-31 23:59:59.5, 2009-02-01",
  })
  void valuesThatTheServerStoresDifferentlyHaveTwoHashes(
      ColumnType type, boolean blankPadded, int modifier, String one, String other)
      throws Exception {
    List<KeyType> types = List.of(new KeyType(type, blankPadded, modifier));

    assertThat(hash(types, one)).isNotEqualTo(hash(types, other));
  }
}
