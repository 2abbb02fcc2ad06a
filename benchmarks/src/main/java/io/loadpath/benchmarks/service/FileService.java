package io.loadpath.benchmarks.service;

import io.loadpath.benchmarks.measure.CpuLedger;
import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.net.FileServer;
import io.loadpath.engines.net.Hosts;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** The HTTP server on the host {@code files} of a lab, with the files of Loadpath's data sets. */
final class FileService implements Service {
  private final RunPlace place;
  private final Path folder;
  private FileServer server;

  FileService(RunPlace place) {
    this.place = place;
    this.folder = place.state().resolve("data");
  }

  @Override
  public String name() {
    return "the file server";
  }

  static boolean uses(Variant variant) {
    return variant.path().definition().needs().contains(Requirements.FILE_SERVER);
  }

  @Override
  public boolean usedBy(Variant variant) {
    return uses(variant);
  }

  @Override
  public boolean running() {
    return server != null && server.running();
  }

  @Override
  public void start() {
    try {
      Files.createDirectories(folder);
      server = FileServer.start(Hosts.of(place.caller()).lab().orElseThrow(), Hosts.FILES, folder);
    } catch (IOException e) {
      throw new ServiceException("cannot start the file server: " + e.getMessage(), e);
    }
  }

  @Override
  public Map<String, String> environment(Folders folders, Path data) {
    return Map.of("LOADPATH_DATA_URL", server.url() + "/" + folder.relativize(data));
  }

  @Override
  public String stage() {
    return CpuLedger.FILES;
  }

  @Override
  public Set<Long> processes() {
    return server == null ? Set.of() : Set.of(server.pid());
  }

  @Override
  public void beginSample(Folders folders, Map<String, String> jobSettings) {
    if (!running()) {
      throw new ServiceException("the file server has ended");
    }
  }

  @Override
  public void endSessions(Set<Long> clients) {
    // a request ends with its client
  }

  @Override
  public void stop() {
    close();
  }

  @Override
  public void close() {
    if (server != null) {
      try {
        server.close();
      } catch (IOException e) {
        throw new ServiceException("cannot stop the file server: " + e.getMessage(), e);
      }
    }
  }
}
