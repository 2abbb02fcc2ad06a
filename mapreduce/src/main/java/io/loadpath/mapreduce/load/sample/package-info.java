/** The sample of a load, and the shares of the writers that follow from it. */
package io.loadpath.mapreduce.load.sample;
