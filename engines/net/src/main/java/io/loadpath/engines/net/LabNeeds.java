package io.loadpath.engines.net;

import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.ProgramOutput;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.SystemProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds what a lab needs and this machine lacks, by making its parts in a namespace for a moment.
 */
public final class LabNeeds {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** The parts of a lab: the kernel's module, and a command that makes one. */
  private static final Map<String, String> PARTS = new LinkedHashMap<>();

  static {
    PARTS.put("veth", "ip link add name a type veth peer name b");
    PARTS.put("bridge", "ip link add name hole type bridge");
    PARTS.put("sch_tbf", "tc qdisc add dev a root tbf rate 1gbit burst 64k limit 1m");
    PARTS.put("sch_ingress", "tc qdisc add dev a ingress");
    PARTS.put(
        "act_mirred",
        "tc filter add dev a parent ffff: protocol ip u32 match ip dst 198.18.0.1/32"
            + " action mirred egress redirect dev hole");
  }

  /** For links with delay or loss; the file is missing without the module. */
  private static final Map<String, String> RELAY_PARTS =
      Map.of("af_packet", "cat /proc/self/net/packet");

  private static final String INSIDE = "inside";

  private final Map<String, Optional<Path>> tools = new LinkedHashMap<>();
  private final Path settings;

  private final boolean ordinary;

  /**
   * For tests.
   *
   * @param find finds a program
   * @param settings the folder of the kernel's settings
   * @param ordinary whether the caller is not root
   */
  LabNeeds(Function<String, Optional<Path>> find, Path settings, boolean ordinary) {
    LabTool.PACKAGES.keySet().stream().sorted().forEach(name -> tools.put(name, find.apply(name)));
    this.settings = settings;
    this.ordinary = ordinary;
  }

  /**
   * Returns why this machine cannot have a lab, and what to do.
   *
   * @param links the links of its hosts
   * @return empty if it can have one
   */
  public static Optional<String> missing(Collection<Link> links) throws IOException {
    return new LabNeeds(SystemProgram::find, Path.of("/proc/sys"), Owner.caller() != 0)
        .find(links.stream().anyMatch(Link::relayed));
  }

  static void require(Collection<Link> links) throws IOException {
    Optional<String> missing = missing(links);
    if (missing.isPresent()) {
      throw new ServiceException("no lab: " + missing.get());
    }
  }

  Optional<String> find(boolean relay) throws IOException {
    for (Map.Entry<String, Optional<Path>> tool : tools.entrySet()) {
      if (tool.getValue().isEmpty()) {
        return Optional.of(LabTool.missing(tool.getKey()));
      }
    }
    Map<String, String> parts = new LinkedHashMap<>(PARTS);
    if (relay) {
      parts.putAll(RELAY_PARTS);
    }
    StringBuilder script = new StringBuilder("echo " + INSIDE + "\n");
    parts.forEach(
        (module, command) -> script.append(command + " >&2 || exit 1; echo " + module + "\n"));
    List<String> command = new ArrayList<>(List.of(tools.get("unshare").get().toString()));
    // the second user namespace is that of the networks
    String inner =
        ordinary ? "exec unshare --user --map-root-user --net sh -c \"$0\"" : "eval \"$0\"";
    command.addAll(ordinary ? List.of("--user", "--map-current-user") : List.of("--net"));
    command.addAll(List.of("sh", "-c", inner, script.toString()));
    ProgramOutput output = ProgramOutput.of(Holders.program(command), LIMIT);
    List<String> made = output.text().lines().toList();
    String errors = String.join("; ", output.errors().lines().toList());
    if (!made.contains(INSIDE)) {
      return Optional.of(ordinary ? noUserNamespace(errors) : noNamespace(errors));
    }
    return parts.keySet().stream()
        .filter(module -> !made.contains(module))
        .findFirst()
        .map(
            module ->
                "the kernel lacks '%s' (%s): load it with 'modprobe %s' as root, or use a kernel that has it"
                    .formatted(module, errors, module));
  }

  private static String noNamespace(String errors) {
    return "root cannot make a network namespace here (%s): in a container, give it the capability SYS_ADMIN"
        .formatted(errors);
  }

  private String noUserNamespace(String errors) {
    String setting = "";
    if (is("kernel/unprivileged_userns_clone", "0")) {
      setting = "kernel.unprivileged_userns_clone=1";
    } else if (is("user/max_user_namespaces", "0")) {
      setting = "user.max_user_namespaces=1000";
    } else if (is("kernel/apparmor_restrict_unprivileged_userns", "1")) {
      setting = "kernel.apparmor_restrict_unprivileged_userns=0";
    }
    return "ordinary users cannot make user namespaces here (%s): %s"
        .formatted(
            errors,
            setting.isEmpty()
                ? "run as root, or outside this container"
                : "set 'sysctl -w " + setting + "' as root, or run as root");
  }

  private boolean is(String setting, String value) {
    try {
      return Files.readString(settings.resolve(setting)).strip().equals(value);
    } catch (IOException e) {
      return false; // this kernel lacks it
    }
  }
}
