package io.loadpath.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
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

    String given = scan(bin + ":/usr/bin:/bin").run().ok().out();

    assertThat(given.lines())
        .contains("--config", "dist/osv-scanner.toml", "--format=json")
        .contains("--lockfile=benchmarks/target/sbom/loadpath-benchmarks.cdx.json")
        .contains("--lockfile=engines/hive/target/sbom/loadpath-engine-hive.cdx.json")
        .contains("--lockfile=mapreduce/target/sbom/loadpath-mapreduce.cdx.json")
        .contains("--lockfile=sqoop/target/sbom/loadpath-sqoop.cdx.json");
  }

  @Test
  void withoutAScannerItSaysWhatIsMissing() {
    Outcome result = scan("/usr/bin:/bin").run();

    assertThat(result.exitCode()).isNotZero();
    assertThat(result.all()).contains("osv-scanner");
  }

  private static Program scan(String path) {
    return Program.in(Program.ROOT, "dist/scan", "--format=json").only(Map.of("PATH", path));
  }

  @Test
  void everyAcceptedFlawHasAReasonAndADate() {
    String[] entries =
        contentOf(Program.ROOT.resolve("dist/osv-scanner.toml").toFile())
            .split(Pattern.quote("[[IgnoredVulns]]"));

    assertThat(entries).hasSizeGreaterThan(1);
    for (int i = 1; i < entries.length; i++) {
      assertThat(entries[i]).containsPattern("\\nid = \"(CVE|GHSA)-.+\"\\n");
      assertThat(entries[i]).containsPattern("\\nignoreUntil = 20\\d\\d-\\d\\d-\\d\\d\\n");
      assertThat(entries[i]).containsPattern("\\nreason = \".{15,}\"\\n");
    }
  }
}
