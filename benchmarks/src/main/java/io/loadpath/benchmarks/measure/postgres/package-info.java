/** CPU time of a PostgreSQL server that the harness did not start, here or on another machine. */
package io.loadpath.benchmarks.measure.postgres;
