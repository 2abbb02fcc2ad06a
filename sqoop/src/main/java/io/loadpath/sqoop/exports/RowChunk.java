package io.loadpath.sqoop.exports;

/**
 * Whole rows of a piece of a file: {@code bytes[0..length)}, valid until the next chunk is read.
 * Only the last row of a file may lack its end.
 *
 * @param piece number of the piece in its mapper's share, from 0
 * @param offset of the first byte in the (uncompressed) text
 */
record RowChunk(byte[] bytes, int length, int piece, long offset) {}
