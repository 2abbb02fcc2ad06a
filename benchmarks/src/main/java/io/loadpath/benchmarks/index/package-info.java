/**
 * The index of a folder of records: a page with one line for each record. {@link
 * io.loadpath.benchmarks.index.Index} makes it anew from the records.
 */
package io.loadpath.benchmarks.index;
