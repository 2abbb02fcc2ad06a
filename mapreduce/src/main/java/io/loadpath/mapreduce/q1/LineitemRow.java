package io.loadpath.mapreduce.q1;

/** The columns of a LINEITEM row that Q1 reads. A task reuses one object for all rows. */
final class LineitemRow {
  long quantityHundredths;
  long extendedPriceCents;
  long discountHundredths;
  long taxHundredths;
  byte returnFlag;
  byte lineStatus;
  long shipEpochDay;
}
