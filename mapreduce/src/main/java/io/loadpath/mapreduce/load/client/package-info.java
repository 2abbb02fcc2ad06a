/** The program {@code load}: its options, its jobs, its plan and its report. */
package io.loadpath.mapreduce.load.client;
