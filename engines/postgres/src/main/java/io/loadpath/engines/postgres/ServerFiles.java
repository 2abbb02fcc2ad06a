package io.loadpath.engines.postgres;

import io.loadpath.engines.service.ServiceFolder;
import java.nio.file.Path;

/** The server's files in the state folder. */
record ServerFiles(ServiceFolder service) {
  static ServerFiles in(Path stateFolder) {
    return new ServerFiles(ServiceFolder.of(stateFolder, "postgres"));
  }

  Path folder() {
    return service.path();
  }

  Path binaries(String version) {
    return folder().resolve(version);
  }

  /** The database cluster; belongs to the server's user. */
  Path data() {
    return folder().resolve("data");
  }

  /** The server holds a lock on it; see {@link ServerLock}. */
  Path serverLock() {
    return folder().resolve("server.lock");
  }

  /** Holds only the password, as Sqoop's --password-file reads it. */
  Path password() {
    return folder().resolve("password");
  }

  /** The password in the form of libpq's PGPASSFILE. */
  Path passFile() {
    return folder().resolve("pgpass");
  }

  Path record() {
    return service.record();
  }

  Path log() {
    return service.log();
  }

  Path conf() {
    return folder().resolve("postgresql.conf");
  }
}
