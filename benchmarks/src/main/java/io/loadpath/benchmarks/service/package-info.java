/**
 * The servers that the paths of a run work on: PostgreSQL and Hadoop clusters, bundled ones and the
 * user's. A run starts what does not run, asks it about each sample, and leaves it as it was.
 */
package io.loadpath.benchmarks.service;
