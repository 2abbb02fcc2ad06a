/**
 * The record of one run: every raw sample, every failure and the environment, in one JSON file.
 *
 * <p>{@code benchmarks/schema/record-2.schema.json} publishes the shape; a record of an earlier
 * version is read as it is, and written again in its own version. Rates are derived from the
 * samples when they are shown and never stored.
 */
package io.loadpath.benchmarks.record;
