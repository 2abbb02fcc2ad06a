package io.loadpath.mapreduce;

/** What Q1 reads of one LINEITEM row. Reused from row to row: a task makes one, not one per row. */
final class LineitemRow {
  long quantityHundredths;
  long extendedPriceCents;
  long discountHundredths;
  long taxHundredths;
  byte returnFlag;
  byte lineStatus;
  long shipEpochDay;
}
