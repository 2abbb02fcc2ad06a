package io.loadpath.tables.scripts;

/**
 * A file of a table's scripts.
 *
 * @param path relative to the root of the scripts, with '/'
 * @param source relative to the project: the template, whose name ends in {@code .ftl}, or the
 *     plain file to copy
 */
public record Script(String path, String source) {
  private static final String TEMPLATE = ".ftl";

  /** A file that a template of the same name in the room's folder {@code templates} writes. */
  static Script filled(String path, String template) {
    return new Script(path, template + TEMPLATE);
  }

  /** A file that is the same for all tables. */
  static Script copied(String path) {
    return new Script(path, path);
  }

  boolean isFilled() {
    return source.endsWith(TEMPLATE);
  }
}
