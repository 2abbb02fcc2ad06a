package io.loadpath.datasets;

/**
 * One column of a table.
 *
 * @param name lower-case SQL name
 * @param kind its type
 * @param nullable whether NULL is allowed
 * @param size TEXT: maximum length in characters; INTEGER and DECIMAL: maximum number of digits,
 *     including decimals; DATE: 0
 */
public record Column(String name, Kind kind, boolean nullable, int size) {

  /** Decimals of every DECIMAL. */
  public static final int DECIMAL_PLACES = 2;

  static Column text(String name, int characters) {
    return new Column(name, Kind.TEXT, false, characters);
  }

  static Column nullableText(String name, int characters) {
    return new Column(name, Kind.TEXT, true, characters);
  }

  static Column integer(String name, int digits) {
    return new Column(name, Kind.INTEGER, false, digits);
  }

  static Column decimal(String name, int digits) {
    return new Column(name, Kind.DECIMAL, false, digits);
  }

  static Column date(String name) {
    return new Column(name, Kind.DATE, false, 0);
  }
}
