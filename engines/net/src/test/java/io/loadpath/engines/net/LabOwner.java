package io.loadpath.engines.net;

import io.loadpath.engines.service.ProgramOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Another process that makes a lab: {@code LabOwner STATE end|keep|stay|users LINK}. With {@code
 * keep}, it starts a program that keeps the lab, and prints its pid. With {@code users}, it prints
 * the user of a program on a host, and of a program on a host that another host started.
 */
final class LabOwner {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private LabOwner() {}

  /** Returns the hosts files and database with these links. */
  static Map<String, Link> links(String files, String database) {
    Map<String, Link> links = new LinkedHashMap<>();
    links.put("files", Link.parse(files));
    links.put("database", Link.parse(database));
    return links;
  }

  static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /** Returns a command that runs a class of the tests in another JVM. */
  static List<String> java(Class<?> program, String classPath) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx64m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        classPath,
        program.getName());
  }

  public static void main(String[] arguments) throws IOException {
    Path state = Path.of(arguments[0]);
    Map<String, Link> links = links("unlimited", arguments[2]);
    switch (arguments[1]) {
      case "stay" -> {
        Lab.upToStay(state, "lab", links);
        System.out.println("up");
      }
      case "end" -> {
        Lab.up(state, "lab", links);
        System.out.println("up");
        System.in.read();
      }
      case "keep" -> {
        Lab lab = Lab.up(state, "lab", links);
        List<String> program = lab.kept(lab.file().command("files", List.of("sleep", "600")));
        Process kept = new ProcessBuilder(program).start();
        System.out.println("up");
        System.out.println(kept.pid());
        System.in.read();
      }
      case "users" -> System.out.println(users(state, links));
      default -> { // a program on a host, which starts one on the other
        LabFile file = LabFile.read(Path.of(arguments[0]));
        Lab.open(file.path().getParent().getParent(), file.lab()).cut("files");
        System.out.print(run(file.command("database", List.of("id", "-u"))));
      }
    }
  }

  private static String users(Path state, Map<String, Link> links) throws IOException {
    Optional<String> missing = LabNeeds.missing(links.values());
    if (missing.isPresent()) {
      return missing.get();
    }
    try (Lab lab = Lab.up(state, "lab", links)) {
      List<String> inner = new ArrayList<>(java(LabOwner.class, classPath()));
      inner.addAll(List.of(lab.file().path().toString(), "inside", "unlimited"));
      return run(lab.file().command("files", List.of("id", "-u")))
          + " "
          + run(lab.file().command("files", inner));
    }
  }

  private static String run(List<String> command) throws IOException {
    ProgramOutput output = ProgramOutput.of(command, LIMIT);
    return (output.text() + output.errors()).strip();
  }
}
