package io.loadpath.engines.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabNeedsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "ip, iproute2",
    "tc, iproute2",
    "unshare, util-linux",
    "nsenter, util-linux",
    "setsid, util-linux",
    "hostname, hostname",
  })
  void aMissingProgramIsNamedWithItsPackage(String tool, String where) throws IOException {
    LabNeeds needs =
        new LabNeeds(
            name -> name.equals(tool) ? Optional.empty() : Optional.of(Path.of("/bin/false")),
            folder,
            false);

    assertThat(needs.find(false))
        .contains("the program '%s' is missing: install %s".formatted(tool, where));
  }

  @ParameterizedTest
  @CsvSource({
    "kernel/unprivileged_userns_clone, 0, kernel.unprivileged_userns_clone=1",
    "user/max_user_namespaces, 0, user.max_user_namespaces=1000",
    "kernel/apparmor_restrict_unprivileged_userns, 1, kernel.apparmor_restrict_unprivileged_userns=0",
  })
  void theSettingThatForbidsUserNamespacesIsNamed(String file, String value, String cure)
      throws IOException {
    Files.createDirectories(folder.resolve(file).getParent());
    Files.writeString(folder.resolve(file), value + "\n");

    assertThat(with("echo 'unshare failed: no' >&2; exit 1", true).find(false))
        .contains(
            "ordinary users cannot make user namespaces here (unshare failed: no): set 'sysctl -w "
                + cure
                + "' as root, or run as root");
  }

  @Test
  void withoutSuchASettingTheAdviceIsRoot() throws IOException {
    assertThat(with("echo 'no room' >&2; exit 1", true).find(false))
        .contains(
            "ordinary users cannot make user namespaces here (no room): run as root, or outside this container");
  }

  @Test
  void rootInAContainerNeedsACapability() throws IOException {
    assertThat(with("echo 'not permitted' >&2; exit 1", false).find(false))
        .contains(
            "root cannot make a network namespace here (not permitted): in a container, give it the capability SYS_ADMIN");
  }

  @ParameterizedTest
  @CsvSource({
    "inside, veth",
    "inside veth, bridge",
    "inside veth bridge, sch_tbf",
    "inside veth bridge sch_tbf, sch_ingress",
    "inside veth bridge sch_tbf sch_ingress, act_mirred",
    "inside veth bridge sch_tbf sch_ingress act_mirred, af_packet",
  })
  void theFirstMissingPartOfTheKernelIsNamed(String made, String missing) throws IOException {
    assertThat(
            with("printf '%s\\n' " + made + "; echo 'Unknown qdisc' >&2; exit 1", false).find(true))
        .contains(
            "the kernel lacks '%1$s' (Unknown qdisc): load it with 'modprobe %1$s' as root, or use a kernel that has it"
                .formatted(missing));
  }

  @Test
  void aLabWithoutDelayNeedsNoRelay() throws IOException {
    String made = "inside veth bridge sch_tbf sch_ingress act_mirred";

    assertThat(with("printf '%s\\n' " + made, false).find(false)).isEmpty();
  }

  /** The needs where {@code unshare} is this script. */
  private LabNeeds with(String script, boolean ordinary) throws IOException {
    Path unshare = Files.writeString(folder.resolve("unshare"), "#!/bin/sh\n" + script + "\n");
    Owner.mode(unshare, "rwx------");
    return new LabNeeds(name -> Optional.of(unshare), folder, ordinary);
  }
}
