/**
 * The partitions of a target: their bounds, the search for a row's partition, and missing
 * partitions.
 */
package io.loadpath.mapreduce.load.partitions;
