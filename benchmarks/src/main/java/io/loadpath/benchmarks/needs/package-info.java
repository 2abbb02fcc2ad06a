/** What paths need: engines, programs, Python packages and databases, and whether they are here. */
package io.loadpath.benchmarks.needs;
