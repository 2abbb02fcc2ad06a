/**
 * The planner: the codec and the number of files, inflaters and cores for a load rate.
 *
 * <p>{@link io.loadpath.benchmarks.plan.RecordFigures} derives a machine's figures for each codec
 * from a record. {@link io.loadpath.benchmarks.plan.StudyFigures} has the figures of the study of
 * 2010. {@link io.loadpath.benchmarks.plan.Plan} does the arithmetic, which {@code planner.js}
 * repeats in the report.
 */
package io.loadpath.benchmarks.plan;
