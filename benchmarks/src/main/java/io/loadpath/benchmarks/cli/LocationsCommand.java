package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.locations.LocationFiles;
import io.loadpath.benchmarks.locations.LocationFiles.LocationFile;
import io.loadpath.benchmarks.locations.LocationSearch;
import io.loadpath.benchmarks.locations.LocationSearch.Checksum;
import io.loadpath.tables.cli.HelpOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code bin/loadpath locations 'hdfs:///sales/*.gz' --files 4} */
@Command(
    name = "locations",
    description = {
      "Writes location files, through which a database loads files of HDFS or of HTTP servers.",
      "A location file names files with length, modification time and checksum. The preprocessors"
          + " read-webhdfs.sh and read-http.sh fetch and inflate them on the database's host."
    },
    footer = {
      "",
      "The files are spread by their bytes, the largest first, because each location file is read by"
          + " one process. Write location files again when the files have changed: a load refuses"
          + " changed ones.",
      "",
      "Only the hosts in a location file may send data: those of the URIs, all live DataNodes, and"
          + " those to which an HTTP server redirects now. DataNodes that come later need --allow, or"
          + " new location files.",
      "",
      "HDFS needs HADOOP_CONF_DIR or --host, and curl here and on the database's host. Passwords"
          + " are read from .netrc in the folder of --to, mode 600. Proxies are not used.",
      "",
      "Examples:",
      "  bin/loadpath locations 'hdfs:///sales/*.gz' --files 4 --to /data/sales",
      "  bin/loadpath locations 'webhdfs://namenode:9870/sales/*.gz' --allow '*.nodes.example'",
      "  bin/loadpath locations http://files.example/sales.csv.zst --checksum sha256"
    })
final class LocationsCommand implements Callable<Integer> {
  private static final String HOST = "[a-z0-9][a-z0-9._-]*";

  @Parameters(
      paramLabel = "URI",
      arity = "1..*",
      description =
          "Files: hdfs:, webhdfs: or swebhdfs: with a pattern in the last part if you like (in"
              + " quotes); http: or https: without one.")
  private List<String> uris = new ArrayList<>();

  @Option(
      names = "--files",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "The number of location files, which bounds the parallel readers; at most the number of"
              + " files (default: ${DEFAULT-VALUE}).")
  private int files;

  @Option(
      names = "--to",
      paramLabel = "DIR",
      defaultValue = ".",
      description =
          "The folder for part-00000-of-00002-1a2b3c4d.locations and so on; location files of an earlier call are"
              + " replaced (default: this folder).")
  private Path folder;

  @Option(
      names = "--host",
      paramLabel = "HOST:PORT",
      split = ",",
      description =
          "The web server of the NameNode, or of each NameNode of a pair (default: as the"
              + " cluster's configuration says).")
  private List<String> nameNodes = new ArrayList<>();

  @Option(
      names = "--allow",
      paramLabel = "HOST",
      split = ",",
      description =
          "More hosts that may send data: HOST, HOST:PORT, or *.DOMAIN. For HDFS, they replace the"
              + " list of the live DataNodes.")
  private List<String> allowed = new ArrayList<>();

  @Option(
      names = "--checksum",
      paramLabel = "KIND",
      defaultValue = "server",
      description =
          "server: the one that HDFS computes itself, none for HTTP; sha256: reads every byte now,"
              + " and the load proves them; none (default: ${DEFAULT-VALUE}).")
  private Checksum checksum;

  @Option(
      names = "--kerberos",
      description =
          "Logs in with your Kerberos ticket, and the load with that of the database's user"
              + " (default: as the cluster's configuration says).")
  private boolean kerberos;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description =
          "The user in HDFS without Kerberos (default: HADOOP_USER_NAME, or your name here).")
  private String user;

  @Mixin private HelpOption help;
  @ParentCommand private Commands program;

  @Override
  public Integer call() throws IOException {
    if (files < 1 || files > 9999) {
      throw new UsageException("--files is %d: use 1 to 9999".formatted(files));
    }
    LocationSearch search = search();
    uris.forEach(search::add);
    List<LocationFile> made = LocationFiles.balanced(search.files(), files);
    List<String> names;
    try {
      names = LocationFiles.write(folder, made, search.hosts(), search.login());
    } catch (IOException e) {
      throw new LoadpathException("cannot write to %s: %s".formatted(folder, e), e);
    }
    for (LocationFile file : made) {
      System.out.printf(
          "%s: %d files, %d bytes%n", names.get(file.number()), file.parts().size(), file.bytes());
    }
    System.out.printf("written to %s; a load reads them with %s%n", folder, search.preprocessor());
    return 0;
  }

  private LocationSearch search() {
    require(
        "--allow", allowed, "(\\*\\.)?" + HOST + "(:[0-9]{1,5})?", "HOST, HOST:PORT or *.DOMAIN");
    require("--host", nameNodes, HOST + ":[0-9]{1,5}", "HOST:PORT");
    String name = user == null ? program.environment().get("HADOOP_USER_NAME") : user;
    name = name == null ? System.getProperty("user.name") : name;
    if (!name.matches("[A-Za-z0-9._-]+")) {
      throw new UsageException(
          "the user '%s' has other characters than letters, digits and ._-".formatted(name));
    }
    String conf = program.environment().getOrDefault("HADOOP_CONF_DIR", "");
    return new LocationSearch(
        conf.isEmpty() ? null : Path.of(conf),
        folder.resolve(".netrc"),
        kerberos,
        name,
        nameNodes,
        allowed,
        checksum);
  }

  private static void require(String option, List<String> hosts, String form, String words) {
    for (String host : hosts) {
      if (!host.matches(form)) {
        throw new UsageException(
            "%s is '%s': use %s, in lower case".formatted(option, host, words));
      }
    }
  }
}
