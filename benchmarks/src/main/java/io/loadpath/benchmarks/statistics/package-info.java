/**
 * Statistics of samples: medians and ratios, each with an interval.
 *
 * <p>All intervals are exact. They count orders of values, assume no distribution and use no random
 * numbers, so a record always gives the same intervals.
 */
package io.loadpath.benchmarks.statistics;
