package io.loadpath.mapreduce.q1;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Text as vectors of 32 bytes. Only a JVM with the JDK's vector module can load this class.
 *
 * <p>The methods stay below 36 bytes of bytecode: the JVM inlines them always, and only then are
 * vectors in registers.
 */
final class TextVectors {
  private static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_256;
  private static final int BYTES = 32;

  private TextVectors() {}

  /** Whether the processor has such vectors: without them, words are faster. */
  static boolean areFast() {
    return ByteVector.SPECIES_PREFERRED.length() >= BYTES;
  }

  /** The bytes equal to an ASCII character among 64, one bit each. */
  static long equal(byte[] bytes, int start, char c) {
    return marks(VectorOperators.EQ, bytes, start, c)
        | marks(VectorOperators.EQ, bytes, start + BYTES, c) << BYTES;
  }

  /** The bytes below an ASCII character, or not ASCII, among 64, one bit each. */
  static long below(byte[] bytes, int start, char c) {
    return marks(VectorOperators.LT, bytes, start, c)
        | marks(VectorOperators.LT, bytes, start + BYTES, c) << BYTES;
  }

  private static long marks(VectorOperators.Comparison how, byte[] bytes, int start, char c) {
    return ByteVector.fromArray(SPECIES, bytes, start).compare(how, (byte) c).toLong();
  }
}
