/**
 * The chaos test: random jobs into a PostgreSQL that this package starts, random harm while they
 * run, and a model that says which rows must be there afterwards.
 */
package io.loadpath.benchmarks.chaos;
