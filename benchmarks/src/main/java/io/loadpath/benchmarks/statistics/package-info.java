/**
 * What samples say and what they do not: medians and ratios, each with an interval that holds.
 *
 * <p>All intervals are exact: they follow from counting orders, assume no distribution and need no
 * random numbers, so a record gives the same ones every time.
 */
package io.loadpath.benchmarks.statistics;
