/**
 * Measurements except time: CPU by stage, memory, storage, the limits of machine and database, and
 * the machine itself.
 *
 * <p>A limit is the rate that no path with the same bytes can exceed. If there are two honest ways
 * to probe it, the faster one counts.
 */
package io.loadpath.benchmarks.measure;
