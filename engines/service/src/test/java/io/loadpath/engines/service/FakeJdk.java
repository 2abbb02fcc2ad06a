package io.loadpath.engines.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** For the tests of all modules: a JDK whose programs are a shell script. */
public final class FakeJdk {
  public static final String PRINTS_ARGUMENTS = "printf '%s\\n' \"$@\"";

  private FakeJdk() {}

  /** Makes a JDK of a version with modules; returns its folder. */
  public static Path make(Path home, String version, String modules, String script)
      throws IOException {
    Files.createDirectories(home.resolve("bin"));
    String release = "JAVA_VERSION=\"%s\"\nMODULES=\"%s\"\n".formatted(version, modules);
    Files.writeString(home.resolve("release"), release);
    for (String program : new String[] {"bin/javac", "bin/java"}) {
      Path file = Files.writeString(home.resolve(program), "#!/bin/sh\n" + script);
      Owner.mode(file, "rwxr-xr-x");
    }
    return home;
  }
}
