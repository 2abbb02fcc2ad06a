/**
 * The record of one run: every raw sample, every failure and the environment, in one JSON file.
 *
 * <p>{@code benchmarks/schema/record-2.schema.json} publishes the shape: what each field means, in
 * which unit, and when it is null or absent. Rates are derived from the samples when they are shown
 * and never stored.
 */
package io.loadpath.benchmarks.record;
