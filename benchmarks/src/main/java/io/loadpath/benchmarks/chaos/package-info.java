/**
 * The chaos test: random jobs on a PostgreSQL that this package starts, random harm while they run,
 * and a model of the rows that must be in the table afterwards.
 */
package io.loadpath.benchmarks.chaos;
