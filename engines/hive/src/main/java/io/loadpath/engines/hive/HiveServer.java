package io.loadpath.engines.hive;

import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.ObjectName;
import org.apache.hive.service.server.HiveServer2;

/**
 * Starts HiveServer2 for the cluster on this machine. First it puts the libraries for Hive's
 * containers there. Its page {@code /jmx} has a bean that asks the server a query: see {@link
 * Answer}.
 */
public final class HiveServer {
  private HiveServer() {}

  public static void main(String[] args) throws Exception {
    List<String> arguments = ClusterLibraries.options();
    arguments.addAll(List.of(args));
    ManagementFactory.getPlatformMBeanServer()
        .registerMBean(new Answer(), new ObjectName(AnswerMBean.NAME));
    HiveServer2.main(arguments.toArray(String[]::new));
  }
}
