/**
 * The report: an HTML file, a Markdown table or CSV lines, made from one record, or from two
 * records to compare.
 *
 * <p>{@link io.loadpath.benchmarks.report.Figures} derives every number for both the terminal and
 * the page. {@link io.loadpath.benchmarks.report.Report} fills the templates, one for each section
 * with content. {@link io.loadpath.benchmarks.report.Index} lists the records of a folder.
 */
package io.loadpath.benchmarks.report;
