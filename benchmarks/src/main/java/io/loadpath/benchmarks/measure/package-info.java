/**
 * What a run measures beside time: CPU by stage, memory, storage, what the machine and the database
 * can do at most, and the machine itself.
 *
 * <p>A limit is what nothing can pass that moves the same bytes: where two ways of probing it are
 * honest, the faster one counts.
 */
package io.loadpath.benchmarks.measure;
