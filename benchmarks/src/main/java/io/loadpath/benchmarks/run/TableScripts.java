package io.loadpath.benchmarks.run;

import java.nio.file.Path;

/**
 * The scripts of the table that a path works on.
 *
 * @param table its name, such as {@code all-card-trans}
 * @param root holds them in the layout of the project: the project itself for its own tables
 */
record TableScripts(String table, Path root) {}
