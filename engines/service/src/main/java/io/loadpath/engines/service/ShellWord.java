package io.loadpath.engines.service;

import java.util.regex.Pattern;

/** Words of command lines that a user can copy into a shell. */
public final class ShellWord {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private ShellWord() {}

  /** The word, in single quotes if a shell would change it. */
  public static String of(String text) {
    return PLAIN.matcher(text).matches() ? text : quoted(text);
  }

  public static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
