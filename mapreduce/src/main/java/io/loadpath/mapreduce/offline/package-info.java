/**
 * Loads without a database at hand: sorted files for each partition of a target, with a manifest
 * and the scripts that load them.
 */
package io.loadpath.mapreduce.offline;
