/**
 * The planner: how hard to compress, how many files, inflate units and cores a load rate takes.
 *
 * <p>Records in, plan out: {@link io.loadpath.benchmarks.plan.RecordFigures} derives what a machine
 * does with each codec, {@link io.loadpath.benchmarks.plan.StudyFigures} holds what the study of
 * 2010 saw, {@link io.loadpath.benchmarks.plan.Plan} does the arithmetic, which {@code planner.js}
 * repeats in the report's panel.
 */
package io.loadpath.benchmarks.plan;
