/** Finds out how files write a table, and writes it down for a person to correct. */
package io.loadpath.benchmarks.describe;
