package io.loadpath.engines.net;

import io.loadpath.engines.service.LoopbackPort;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The hosts of services: this machine, or those of the lab in which this process runs.
 *
 * @param lab the lab's file; empty outside a lab
 */
public record Hosts(Optional<LabFile> lab) {
  /** The host of the database server. */
  public static final String DATABASE = "database";

  /** The host of Hadoop's clients and of the daemons that a cluster has once. */
  public static final String HADOOP = "hadoop";

  /**
   * The host of a path's own processes, if the lab has it; otherwise they run where this one does.
   */
  public static final String CLIENT = "client";

  /** The host of files that are not in HDFS. */
  public static final String FILES = "files";

  /** The hosts for this process. */
  public static Hosts here() {
    return of(System.getenv());
  }

  /**
   * The hosts for a process with these variables.
   *
   * @throws ServiceException if the lab's file cannot be read
   */
  public static Hosts of(Map<String, String> environment) {
    String file = environment.get(LabFile.VARIABLE);
    try {
      return new Hosts(file == null ? Optional.empty() : Optional.of(LabFile.read(Path.of(file))));
    } catch (IOException e) {
      throw new ServiceException(
          "cannot read the lab's file %s, which %s names (%s): the lab may have ended"
              .formatted(file, LabFile.VARIABLE, e),
          e);
    }
  }

  /** The name of the host of a cluster's worker, from 1. */
  public static String worker(int number) {
    return "worker-" + number;
  }

  /** Whether services run on the hosts of a lab. */
  public boolean inLab() {
    return lab.isPresent();
  }

  /** Whether there is a host of this name in the lab. */
  public boolean has(String host) {
    return lab.filter(file -> file.hosts().contains(host)).isPresent();
  }

  /** The address of a host; 127.0.0.1 without a lab. */
  public String address(String host) {
    return lab.map(file -> file.address(host)).orElse(LoopbackPort.HOST);
  }

  /** Returns the command that runs a command on a host. */
  public List<String> command(String host, List<String> command) {
    return lab.map(file -> file.command(host, command)).orElse(command);
  }
}
