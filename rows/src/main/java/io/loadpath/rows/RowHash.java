package io.loadpath.rows;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Hashes rows as the server can in SQL. The hash is the first 8 bytes of SHA-256 over the binary
 * form of the row as one value ({@code record_send}): the number of columns, then the type's oid,
 * the length and the bytes of each value. The values are those that the server stores, after it has
 * rounded and cut them. Not thread-safe.
 */
public final class RowHash {
  private static final int DIGEST_BYTES = 32;

  private final KeyType[] columns;
  private final int[] oids;
  private final MessageDigest sha256 = sha256();
  private final byte[] digest = new byte[DIGEST_BYTES];
  private byte[] row = new byte[256];

  public RowHash(List<KeyType> columns) {
    this.columns = columns.toArray(KeyType[]::new);
    oids = columns.stream().mapToInt(column -> oid(column.type())).toArray();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  /**
   * Returns the hash of a row.
   *
   * @param from the first byte of its tuple of binary COPY: the number of fields
   */
  public long of(byte[] tuple, int from) {
    int in = from + Short.BYTES;
    int at = Bytes.putInt(row, 0, columns.length);
    for (int i = 0; i < columns.length; i++) {
      int length = Bytes.getInt(tuple, in);
      in += Integer.BYTES;
      int value = at + 2 * Integer.BYTES;
      reserve(value + columns[i].mostStoredBytes(Math.max(0, length)));
      Bytes.putInt(row, at, oids[i]);
      int end = length < 0 ? value : columns[i].putStored(tuple, in, length, row, value);
      Bytes.putInt(row, at + Integer.BYTES, length < 0 ? length : end - value);
      at = end;
      in += Math.max(0, length);
    }
    sha256.update(row, 0, at);
    try {
      sha256.digest(digest, 0, DIGEST_BYTES);
    } catch (DigestException e) {
      throw new IllegalStateException(e);
    }
    return Bytes.getLong(digest, 0);
  }

  private void reserve(int bytes) {
    if (bytes > row.length) {
      row = Arrays.copyOf(row, 2 * bytes);
    }
  }

  /**
   * Returns the expression of the hash, a bigint. The session's client_encoding must be UTF8, as
   * the driver sets it.
   *
   * @param names of the columns, for SQL
   */
  public static String sql(List<String> names, List<KeyType> columns) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      ColumnType type = sent(columns.get(i).type());
      values.add("%s::\"%s\"".formatted(names.get(i), type.name().toLowerCase(Locale.ROOT)));
    }
    return "('x' || encode(sha256(record_send(ROW(%s))), 'hex'))::bit(64)::bigint"
        .formatted(String.join(", ", values));
  }

  private static ColumnType sent(ColumnType type) {
    return type == ColumnType.HEX ? ColumnType.BYTEA : type;
  }

  /** Returns the number of a type in every server's catalog. */
  private static int oid(ColumnType type) {
    return switch (type) {
      case BOOL -> 16;
      case BYTEA, HEX -> 17;
      case CHAR -> 18;
      case INT8 -> 20;
      case INT2 -> 21;
      case INT4 -> 23;
      case TEXT -> 25;
      case FLOAT4 -> 700;
      case FLOAT8 -> 701;
      case DATE -> 1082;
      case TIMESTAMP -> 1114;
      case TIMESTAMPTZ -> 1184;
      case NUMERIC -> 1700;
      case UUID -> 2950;
    };
  }
}
