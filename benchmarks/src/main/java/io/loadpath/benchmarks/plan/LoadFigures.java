package io.loadpath.benchmarks.plan;

import java.util.List;
import java.util.Map;

/**
 * The figures of one way to load on one machine, with each codec.
 *
 * @param source says whose figures these are
 * @param path the load path; null for the study's
 * @param parameters of the path but for codec, inflater and files
 * @param cores of the machine; infinite when they are no bound
 * @param codecs at least one
 * @param rows of each load
 * @param logicalBytes of these rows
 * @param notes what a reader must know of the figures
 */
public record LoadFigures(
    String source,
    String path,
    Map<String, String> parameters,
    double cores,
    List<CodecFigures> codecs,
    long rows,
    long logicalBytes,
    List<String> notes) {}
