package io.loadpath.mapreduce.offline;

import io.loadpath.tables.scripts.Dialect;

/** The format of the files of a load. */
public enum FilesFormat {
  /** PostgreSQL's binary COPY. */
  BINARY,
  /** Text that the database's loader reads: {@link io.loadpath.rows.CopyToText}. */
  TEXT,
  /** The same text, compressed. */
  GZIP;

  String extension(Dialect dialect) {
    String text = dialect == Dialect.ORACLE ? ".csv" : ".txt";
    return switch (this) {
      case BINARY -> ".bin";
      case TEXT -> text;
      case GZIP -> text + ".gz";
    };
  }
}
