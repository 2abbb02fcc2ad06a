package io.loadpath.benchmarks.record;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;

/** Escapes what HTML or JavaScript would read as more than text, so JSON can stand in a page. */
final class EmbeddableEscapes extends CharacterEscapes {
  private static final long serialVersionUID = 1L;
  private static final int[] ASCII = CharacterEscapes.standardAsciiEscapesForJSON();

  static {
    ASCII['<'] = ESCAPE_STANDARD;
    ASCII['>'] = ESCAPE_STANDARD;
    ASCII['&'] = ESCAPE_STANDARD;
  }

  @Override
  public int[] getEscapeCodesForAscii() {
    return ASCII.clone();
  }

  @Override
  public SerializableString getEscapeSequence(int character) {
    return switch (character) {
      case 0x2028 -> new SerializedString("\\u2028");
      case 0x2029 -> new SerializedString("\\u2029");
      default -> null;
    };
  }
}
