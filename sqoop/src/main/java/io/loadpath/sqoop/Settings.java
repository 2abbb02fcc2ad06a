package io.loadpath.sqoop;

/** The connector's keys, for {@code -D} or sqoop-site.xml. */
public final class Settings {
  /**
   * Statements of SQL that each session runs first, for instance {@code SET synchronous_commit =
   * off}. Default: none. A semicolon ends a statement.
   */
  public static final String SESSION_STATEMENTS = "loadpath.session.statements";

  /**
   * How an export's rows reach the target: {@code auto}, {@code two-phase} or {@code insert}.
   * Default: auto.
   */
  public static final String EXPORT_COMMIT = "loadpath.export.commit";

  /** Malformed rows that an export may leave out, over all tasks. Default: 0. */
  public static final String EXPORT_REJECT_LIMIT = "loadpath.export.reject-limit";

  /**
   * Whether the files hold bytea as hexadecimal digits alone. Default: false, so that {@code \x}
   * stands before them.
   */
  public static final String EXPORT_HEX_BYTES = "loadpath.export.hex-bytes";

  /**
   * Whether an export only finishes or undoes the exports into its target that have died. Default:
   * false.
   */
  public static final String EXPORT_RECOVER_ONLY = "loadpath.export.recover-only";

  /**
   * The user's name of a load, for instance the day whose rows it brings. Default: none. A load is
   * exported once into its target, also if its files are made again; without a name, the same files
   * are known again only until a client has heard that they arrived.
   */
  public static final String EXPORT_ID = "loadpath.export.id";

  /**
   * Whether files, or a load of the same name, are exported though they have been before. Default:
   * false.
   */
  public static final String EXPORT_AGAIN = "loadpath.export.again";

  private Settings() {}
}
