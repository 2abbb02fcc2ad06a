package io.loadpath.engines.cluster;

/**
 * How HDFS is.
 *
 * @param capacityBytes what the disk of its DataNodes holds
 * @param usedBytes what its blocks take
 * @param remainingBytes what blocks can still take
 * @param blocks number of blocks
 * @param missingBlocks number of blocks that no DataNode has
 * @param dataNodes number of DataNodes that report
 * @param safeMode why nothing can be written; empty when it can
 */
public record HdfsStatus(
    long capacityBytes,
    long usedBytes,
    long remainingBytes,
    long blocks,
    long missingBlocks,
    int dataNodes,
    String safeMode) {}
