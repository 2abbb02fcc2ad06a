package io.loadpath.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerUserTest {
  private static final String ROOT = "root:x:0:0:root:/root:/bin/bash";
  private static final String NOBODY = "nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin";
  private static final String POSTGRES =
      "postgres:x:101:104:PostgreSQL,,,:/var/lib/postgresql:/bin/bash";

  @Test
  void isPostgresOrNobodyButNeverAnAliasOfRoot() {
    ServerUser nobody = new ServerUser("nobody", 65534, 65533, true);
    assertThat(ServerUser.choose(List.of(ROOT, NOBODY, POSTGRES)))
        .isEqualTo(new ServerUser("postgres", 101, 104, true));
    assertThat(ServerUser.choose(List.of(ROOT, NOBODY))).isEqualTo(nobody);
    assertThatThrownBy(() -> ServerUser.choose(List.of(ROOT, "postgres:x:0:0::/:/bin/sh")))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("useradd");
  }

  @Test
  void runsProgramsAsThatUser() throws IOException, InterruptedException {
    ServerUser user = ServerUser.find();
    Process id = new ProcessBuilder(user.command(List.of("/usr/bin/id", "-u"))).start();
    String uid = new String(id.getInputStream().readAllBytes()).strip();

    assertThat(id.waitFor()).isZero();
    assertThat(uid).isEqualTo(Long.toString(user.uid())).isNotEqualTo("0");
  }

  @Test
  void knowsWhatThatUserCanReach(@TempDir Path folder) throws IOException {
    ServerUser user = ServerUser.find();
    Path file = Files.createFile(folder.resolve("file"));
    Owner.mode(file, "rw-r--r--");
    Owner.mode(folder, "rwxr-xr-x");
    assertThat(user.canReach(file)).isTrue();
    assertThat(user.canReach(folder)).isTrue();
    assertThat(user.canReach(folder.resolve("missing"))).isFalse();

    Owner.mode(folder, "rwx------");
    assertThat(user.canReach(file)).isEqualTo(!user.dropped());
  }
}
