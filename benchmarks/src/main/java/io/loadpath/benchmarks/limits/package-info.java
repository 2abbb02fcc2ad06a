/**
 * What the machine and the database can do at most, probed in the same run as the paths, and how
 * near each path comes to the limit that bounds it.
 *
 * <p>A limit is what nothing can pass that moves the same bytes: where two ways of probing it are
 * honest, the faster one counts.
 */
package io.loadpath.benchmarks.limits;
