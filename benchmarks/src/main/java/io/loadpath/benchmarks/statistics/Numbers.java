package io.loadpath.benchmarks.statistics;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/** Formats numbers, in the same way in every locale. */
public final class Numbers {
  private static final int SIGNIFICANT_DIGITS = 3;

  private Numbers() {}

  /** Returns three significant digits: {@code 0.640}, {@code 11.0}, {@code 1230}. */
  public static String threeDigits(double value) {
    return fixed(value, decimals(value));
  }

  /** Returns the number of decimal places for three significant digits. */
  public static int decimals(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return 0;
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(SIGNIFICANT_DIGITS));
    int integerDigits = rounded.precision() - rounded.scale();
    return Math.max(0, SIGNIFICANT_DIGITS - integerDigits);
  }

  public static String fixed(double value, int decimals) {
    if (!Double.isFinite(value)) {
      return "–";
    }
    BigDecimal exact = new BigDecimal(value);
    if (decimals == 0 && exact.precision() - exact.scale() > SIGNIFICANT_DIGITS) {
      exact = exact.round(new MathContext(SIGNIFICANT_DIGITS));
    }
    return exact.setScale(decimals, RoundingMode.HALF_UP).toPlainString();
  }

  /** Returns the value unrounded. */
  public static String raw(double value) {
    return new BigDecimal(Double.toString(value)).toPlainString();
  }

  /** Returns a count with separated thousands, {@code 1,000,000}. */
  public static String count(long value) {
    return new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(value);
  }

  /** Returns a rate in TB/h as text: {@code 39.1 MB/s, 0.141 TB/h}. */
  public static String rate(double tbPerHour) {
    return "%s MB/s, %s TB/h"
        .formatted(threeDigits(tbPerHour / Units.MB_PER_SECOND), threeDigits(tbPerHour));
  }

  /** Returns bytes in a decimal unit, with three significant digits: {@code 69.1 MB}. */
  public static String bytes(long value) {
    String[] units = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    double scaled = value;
    int unit = 0;
    while (scaled >= 999.5 && unit < units.length - 1) {
      scaled /= 1000;
      unit++;
    }
    return (unit == 0 ? Long.toString(value) : threeDigits(scaled)) + " " + units[unit];
  }
}
