package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.record.RunRecord;
import java.util.List;
import java.util.Map;

/**
 * The figures of one way to load on one machine, with each codec.
 *
 * @param record the figures' record; null for the study's figures
 * @param path the load path; null for the study's figures
 * @param parameters the path's parameters except codec, inflater and files
 * @param cores the machine's cores; infinite if they are not a bound
 * @param codecs at least one
 * @param rows rows of each load
 * @param logicalBytes bytes of these rows
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
