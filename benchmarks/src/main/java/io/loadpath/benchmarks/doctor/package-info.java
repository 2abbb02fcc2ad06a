/** Looks at a user's server before a run: what it is, what it allows, and which paths run there. */
package io.loadpath.benchmarks.doctor;
