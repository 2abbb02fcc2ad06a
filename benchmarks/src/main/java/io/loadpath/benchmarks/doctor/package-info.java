/**
 * Looks at this machine and the user's server: what they have and allow, and which paths run there.
 */
package io.loadpath.benchmarks.doctor;
