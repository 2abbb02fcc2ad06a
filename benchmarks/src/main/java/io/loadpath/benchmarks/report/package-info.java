/**
 * The report: one HTML file, a Markdown table or CSV lines, made from a record only, or from two
 * records that are compared.
 *
 * <p>{@link io.loadpath.benchmarks.report.Figures} derives every shown number; the terminal's table
 * and the page take theirs from it, so that they agree. {@link
 * io.loadpath.benchmarks.report.Report} fills the templates: one per section, left out when a
 * record has nothing for it. {@link io.loadpath.benchmarks.report.Index} lists the records of a
 * folder, one line each.
 */
package io.loadpath.benchmarks.report;
