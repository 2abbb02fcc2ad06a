package io.loadpath.rows;

/** How the server reads a date with slashes: the second word of its setting DateStyle. */
public enum DateOrder {
  MDY,
  DMY,
  YMD;

  /** Returns the order of a DateStyle, for instance {@code ISO, MDY}. */
  public static DateOrder of(String dateStyle) {
    return valueOf(dateStyle.substring(dateStyle.lastIndexOf(' ') + 1));
  }
}
