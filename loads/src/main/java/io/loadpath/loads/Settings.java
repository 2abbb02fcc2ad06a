package io.loadpath.loads;

/** The connector's keys, for {@code -D} or sqoop-site.xml. */
public final class Settings {
  /**
   * Statements of SQL that each session runs first, for instance {@code SET synchronous_commit =
   * off}. Default: none. A semicolon ends a statement.
   */
  public static final String SESSION_STATEMENTS = "loadpath.session.statements";

  /**
   * The commit method of an export: {@code auto}, {@code two-phase} or {@code insert}. Default:
   * auto.
   */
  public static final String EXPORT_COMMIT = "loadpath.export.commit";

  /** Maximum number of malformed rows that an export leaves out, over all tasks. Default: 0. */
  public static final String EXPORT_REJECT_LIMIT = "loadpath.export.reject-limit";

  /**
   * Whether the files hold bytea as bare hexadecimal digits. Default: false, that is with {@code
   * \x} before them.
   */
  public static final String EXPORT_HEX_BYTES = "loadpath.export.hex-bytes";

  /**
   * Number of lines at the start of each file that are not rows. Default: 0. A line ends where a
   * row would.
   */
  public static final String EXPORT_SKIP_HEADER_LINES = "loadpath.export.skip.header.lines";

  /** Whether an export only finishes or undoes the dead exports into its target. Default: false. */
  public static final String EXPORT_RECOVER_ONLY = "loadpath.export.recover-only";

  /**
   * The user's name of a load, for instance the day of its rows. Default: none. A named load is
   * exported once into its target, even if its files are made again. Without a name, the same files
   * are recognised only until a client knows that they arrived.
   */
  public static final String EXPORT_ID = "loadpath.export.id";

  /** Whether files, or a named load, are exported a second time. Default: false. */
  public static final String EXPORT_AGAIN = "loadpath.export.again";

  private Settings() {}
}
