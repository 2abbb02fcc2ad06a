/**
 * The report: one HTML file made from a record only.
 *
 * <p>{@link io.loadpath.benchmarks.report.Figures} derives every shown number; the terminal's table
 * and the page take theirs from it, so that they agree. {@link
 * io.loadpath.benchmarks.report.Report} fills the templates: one per section, left out when a
 * record has nothing for it.
 */
package io.loadpath.benchmarks.report;
