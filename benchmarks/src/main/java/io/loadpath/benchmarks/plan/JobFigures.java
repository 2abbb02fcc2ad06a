package io.loadpath.benchmarks.plan;

import java.util.List;

/**
 * What one job does on the nodes of a measured cluster.
 *
 * @param source says whose figures these are
 * @param path the load path
 * @param cores of a node
 * @param startSeconds start and end of the job, without its containers
 * @param startCpuSeconds CPU time of that
 * @param containerSeconds what each wave of containers takes to start, with one core for each
 * @param containerCpuSeconds CPU time of each container's start
 * @param containerBytesPerSecond of a container that has a core
 * @param nodeBytesPerSecond of a node whose cores are all in use
 * @param cpuSecondsPerByte without the starts
 * @param shuffledBytesPerMap 0 for a job without a reducer
 * @param reducers 1 or 0
 * @param databaseBytesPerSecond infinite for a job without a database
 * @param nodes of the measured cluster
 * @param runSeconds times of its runs without the starts
 * @param notes what a reader must know of the figures
 */
public record JobFigures(
    String source,
    String path,
    int cores,
    double startSeconds,
    double startCpuSeconds,
    double containerSeconds,
    double containerCpuSeconds,
    double containerBytesPerSecond,
    double nodeBytesPerSecond,
    double cpuSecondsPerByte,
    double shuffledBytesPerMap,
    int reducers,
    double databaseBytesPerSecond,
    int nodes,
    List<Double> runSeconds,
    List<String> notes) {

  /** How much longer than a measured run the slowest of some takes. */
  double straggler(double draws) {
    return Stragglers.factor(runSeconds.stream().mapToDouble(Double::doubleValue).toArray(), draws);
  }
}
