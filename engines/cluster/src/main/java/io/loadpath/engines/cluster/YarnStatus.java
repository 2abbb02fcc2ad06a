package io.loadpath.engines.cluster;

import java.util.List;

/**
 * How YARN is.
 *
 * @param nodeManagers number of NodeManagers that take containers
 * @param applications number of applications that run
 * @param waitingApplications number of applications that wait for their first container
 * @param containers number of containers
 * @param memoryMebibytes memory for containers
 * @param vcores vcores for containers
 * @param unhealthy the NodeManagers that take no containers, each with the reason
 */
public record YarnStatus(
    int nodeManagers,
    int applications,
    int waitingApplications,
    int containers,
    int memoryMebibytes,
    int vcores,
    List<String> unhealthy) {}
