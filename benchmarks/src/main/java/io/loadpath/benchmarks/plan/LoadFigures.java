package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.record.RunRecord;
import java.util.List;
import java.util.Map;

/**
 * The figures of one way to load on one machine, with each codec.
 *
 * @param record where they are from; null for the study's
 * @param path the load path; null for the study's
 * @param parameters of the path but for codec, inflater and files
 * @param cores of the machine; infinite when they are no bound
 * @param codecs at least one
 * @param rows of each load
 * @param logicalBytes of these rows
 * @param disturbed whether other programs disturbed all runs of some variants
 */
public record LoadFigures(
    RunRecord record,
    String path,
    Map<String, String> parameters,
    double cores,
    List<CodecFigures> codecs,
    long rows,
    long logicalBytes,
    boolean disturbed) {}
