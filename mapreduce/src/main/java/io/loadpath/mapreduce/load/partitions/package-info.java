/** The partitions of a target: their bounds, the ways of rows to them, and those that rows lack. */
package io.loadpath.mapreduce.load.partitions;
