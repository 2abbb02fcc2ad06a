package io.loadpath.mapreduce.q1;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.io.Text;

/**
 * The keys between Q1's map and reduce. A key is a group, written as the first two columns of its
 * answer row ({@code A|F}), or a task's note of its malformed rows. A note begins with a NUL, so
 * that a reducer gets every note before the first group.
 */
final class Q1Key {
  private static final byte NOTE_MARK = 0;

  private Q1Key() {}

  /** Sets {@code key} to the group; the bytes order as l_returnflag, l_linestatus do. */
  static void setGroup(Text key, byte returnFlag, byte lineStatus) {
    key.set(new byte[] {returnFlag, '|', lineStatus});
  }

  static Text malformedNote(String message) {
    byte[] text = message.getBytes(StandardCharsets.UTF_8);
    byte[] marked = new byte[text.length + 1];
    marked[0] = NOTE_MARK;
    System.arraycopy(text, 0, marked, 1, text.length);
    return new Text(marked);
  }

  static boolean isMalformedNote(Text key) {
    return key.getLength() > 0 && key.getBytes()[0] == NOTE_MARK;
  }

  /** The message of a note. */
  static String message(Text note) {
    return new String(note.getBytes(), 1, note.getLength() - 1, StandardCharsets.UTF_8);
  }
}
