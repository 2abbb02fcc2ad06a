package io.loadpath.datasets;

import java.nio.file.Path;

/**
 * What was found in one file.
 *
 * @param textBytes size of its uncompressed text, in UTF-8
 * @param mark whether it begins with a byte order mark
 */
record FileRows(Path file, long rows, long textBytes, boolean mark) {}
