/**
 * The record of one run: every raw sample, every failure and the environment, in one JSON file.
 *
 * <p>{@code benchmarks/schema/record-2.schema.json} describes each field, its unit, and when it is
 * null or absent. Rates are never stored; reports derive them from the samples.
 */
package io.loadpath.benchmarks.record;
