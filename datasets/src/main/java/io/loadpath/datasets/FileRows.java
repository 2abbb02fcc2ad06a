package io.loadpath.datasets;

import java.nio.file.Path;

/**
 * What was found in one file.
 *
 * @param textBytes size of its uncompressed text
 * @param mark whether it begins with a byte order mark
 * @param endsWithLine whether it ends with a line end
 */
record FileRows(Path file, long rows, long textBytes, boolean mark, boolean endsWithLine) {}
