package io.loadpath.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** dist/scan, up to what it gives to the scanner: the database of flaws needs the network. */
class ScanIT {
  @Test
  void theScannerGetsTheJarsOfEveryModuleAndWhatIsAccepted(@TempDir Path bin) throws Exception {
    Path scanner =
        Files.writeString(bin.resolve("osv-scanner"), "#!/bin/sh\nprintf '%s\\n' \"$@\"");
    assertThat(scanner.toFile().setExecutable(true)).isTrue();

    String given = scan(bin + ":/usr/bin:/bin").run().ok();

    assertThat(given.lines())
        .contains("--config", "dist/osv-scanner.toml", "--format=json")
        .contains("--lockfile=benchmarks/target/sbom/loadpath-benchmarks.cdx.json")
        .contains("--lockfile=engines/hive/target/sbom/loadpath-engine-hive.cdx.json");
  }

  @Test
  void withoutAScannerItSaysWhatIsMissing() {
    Command.Result result = scan("/usr/bin:/bin").run();

    assertThat(result.exitCode()).isNotZero();
    assertThat(result.text()).contains("osv-scanner");
  }

  private static Command scan(String path) {
    return new Command(Archive.PROJECT, "dist/scan", "--format=json").set(Map.of("PATH", path));
  }

  @Test
  void everyAcceptedFlawHasAReasonAndADate() {
    String[] entries =
        contentOf(Archive.PROJECT.resolve("dist/osv-scanner.toml").toFile())
            .split(Pattern.quote("[[IgnoredVulns]]"));

    assertThat(entries).hasSizeGreaterThan(1);
    for (int i = 1; i < entries.length; i++) {
      assertThat(entries[i]).containsPattern("\\nid = \"(CVE|GHSA)-.+\"\\n");
      assertThat(entries[i]).containsPattern("\\nignoreUntil = 20\\d\\d-\\d\\d-\\d\\d\\n");
      assertThat(entries[i]).containsPattern("\\nreason = \".{15,}\"\\n");
    }
  }
}
