package io.loadpath.mapreduce.load.sample;

/**
 * A row of a sample.
 *
 * @param place number of its place
 * @param partition of the target
 * @param key its sort key; keys are compared as unsigned bytes
 * @param weight bytes of the text of all files for which it stands
 */
public record SampledRow(int place, int partition, byte[] key, double weight) {}
