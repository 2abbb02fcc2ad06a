/**
 * The index of a folder of records: a page with one line for each record and the trend of each
 * variant over the records of one machine. {@link io.loadpath.benchmarks.index.Index} makes it anew
 * from the records.
 */
package io.loadpath.benchmarks.index;
