package io.loadpath.sqoop.exports;

/**
 * What an export brings, so that a repeat is known again.
 *
 * @param name the user's, of the load; "" if there is none
 * @param digest of the files' names, sizes and times, and of what is made of them: a repeated
 *     export of unchanged files has the same
 */
record Identity(String name, String digest) {
  static final Identity NONE = new Identity("", "");

  /** What {@link #source} begins with if the load has a name. */
  static final String NAMED = "id:";

  boolean named() {
    return !name.isEmpty();
  }

  /** The name if there is one, else the digest: how the ledger knows an export. */
  String source() {
    return named() ? NAMED + name : digest;
  }

  /**
   * Whether an export of the ledger brought the same. The same files under two names are two loads.
   *
   * @param seen whether a client has heard of its end: after that, only its name is known again
   */
  boolean isSame(String otherSource, String otherDigest, boolean seen) {
    boolean bothNamed = named() && otherSource.startsWith(NAMED);
    return source().equals(otherSource) || !seen && !bothNamed && digest.equals(otherDigest);
  }
}
