package io.loadpath.benchmarks.service;

import io.loadpath.benchmarks.suite.Place;
import io.loadpath.engines.service.Owner;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A user's cluster, played by a script. */
public final class FakeCluster {
  public static final String RUN_ID = "loadpath-20261120T210000Z-quick-999999999";

  /** Returns a cluster with three workers, or another number. */
  public static final String HELLO =
      "ok\\thdfs://nn1:8020/user/ann/loadpath\\trm1:8032\\t%d\\t4096\\t6\\t3.4.3\\n";

  private FakeCluster() {}

  public static Place on(Path folder) throws IOException {
    return new Place("nn1", Files.createDirectories(folder.resolve("conf")));
  }

  /**
   * Makes a project whose Hadoop answers by a script.
   *
   * @param cases of {@code case $question in}; every other question has the answer {@code 0}
   */
  public static RunPlace place(Path folder, String cases, PrintStream out) throws IOException {
    return place(folder, 3, cases, out);
  }

  /** Likewise, with a number of workers. */
  public static RunPlace place(Path folder, int workers, String cases, PrintStream out)
      throws IOException {
    answer(folder, HELLO.formatted(workers), cases);
    Map<String, String> caller = Map.of("PATH", System.getenv("PATH"));
    return new RunPlace(folder, folder.resolve("state"), caller, out, 0, List.of(), List.of());
  }

  /**
   * Makes the program {@code engines/bin/hadoop} of a project, which notes what it is asked.
   *
   * @param hello the first answer, for printf
   */
  public static void answer(Path folder, String hello, String cases) throws IOException {
    Path program = Files.createDirectories(folder.resolve("engines/bin")).resolve("hadoop");
    Files.writeString(
        program,
        """
        #!/bin/bash
        printf '%s'
        while IFS=$'\\t' read -r question words; do
          echo "$question $words" >>'%s'
          case $question in
          %s
          *) printf 'ok\\t0\\n' ;;
          esac
        done
        """
            .formatted(hello, asked(folder), cases));
    Owner.mode(program, "rwxr-xr-x");
  }

  /** The file with the questions of the clients. */
  public static Path asked(Path folder) {
    return folder.resolve("asked");
  }
}
