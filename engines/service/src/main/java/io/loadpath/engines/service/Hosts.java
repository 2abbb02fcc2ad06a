package io.loadpath.engines.service;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The hosts of services: this machine, or the network namespaces of a lab, in which this process
 * runs, too.
 */
public final class Hosts {
  /** The variable that names a lab's file to programs inside it. */
  public static final String VARIABLE = "LOADPATH_LAB";

  /** The host of the database server. */
  public static final String DATABASE = "database";

  /** The host of Hadoop's clients and of the daemons that a cluster has once. */
  public static final String HADOOP = "hadoop";

  /** The host of files that are not in HDFS. */
  public static final String FILES = "files";

  private final Optional<Path> file;
  private final Properties lab;

  private Hosts(Optional<Path> file, Properties lab) {
    this.file = file;
    this.lab = lab;
  }

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
    Properties lab = new Properties();
    Optional<Path> file = Optional.ofNullable(environment.get(VARIABLE)).map(Path::of);
    if (file.isPresent()) {
      try (Reader reader = Files.newBufferedReader(file.get())) {
        lab.load(reader);
      } catch (IOException | IllegalArgumentException e) {
        throw new ServiceException(
            "cannot read the lab's file %s, which %s names (%s): the lab may have ended"
                .formatted(file.get(), VARIABLE, e),
            e);
      }
    }
    return new Hosts(file, lab);
  }

  /** The name of the host of a cluster's worker, from 1. */
  public static String worker(int number) {
    return "worker-" + number;
  }

  /** Whether services run on the hosts of a lab. */
  public boolean inLab() {
    return file.isPresent();
  }

  /** The lab's file, if there is a lab. */
  public Optional<Path> file() {
    return file;
  }

  /** Whether the lab has a host; a machine without a lab has all. */
  public boolean has(String host) {
    return !inLab() || lab.containsKey("host." + host + ".address");
  }

  /** The address of a host; 127.0.0.1 without a lab. */
  public String address(String host) {
    return inLab() ? value(host, "address") : LoopbackPort.HOST;
  }

  /** Returns the command that runs a command on a host. */
  public List<String> command(String host, List<String> command) {
    if (!inLab()) {
      return List.copyOf(command);
    }
    ServerRecord holder =
        new ServerRecord(
            Long.parseLong(value(host, "pid")), Long.parseLong(value(host, "started")));
    if (!holder.alive()) {
      throw new ServiceException(
          "the host %s of the lab %s has ended: make the lab again".formatted(host, file.get()));
    }
    Path nsenter =
        SystemProgram.find("nsenter")
            .orElseThrow(
                () -> new ServiceException("the program nsenter is missing: install util-linux"));
    List<String> entering = new ArrayList<>(List.of(nsenter.toString()));
    entering.add("--net=/proc/" + holder.pid() + "/ns/net");
    entering.addAll(command);
    return entering;
  }

  private String value(String host, String key) {
    String name = "host." + host + "." + key;
    String value = lab.getProperty(name);
    if (value == null) {
      throw new ServiceException(
          "the lab %s has no host %s, or its file was damaged (no %s)"
              .formatted(file.get(), host, name));
    }
    return value;
  }
}
