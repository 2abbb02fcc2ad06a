/**
 * The servers for the paths of a run: PostgreSQL and Hadoop clusters, bundled or the user's. A run
 * starts them if necessary, asks them about each sample, and leaves them as they were before.
 */
package io.loadpath.benchmarks.service;
