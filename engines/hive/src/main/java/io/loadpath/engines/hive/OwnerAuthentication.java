package io.loadpath.engines.hive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.security.MessageDigest;
import javax.security.sasl.AuthenticationException;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hive.service.auth.PasswdAuthenticationProvider;

/** Lets only the user in who runs the server, with the password in a file. */
public final class OwnerAuthentication implements PasswdAuthenticationProvider {
  /** Names the setting for the file. */
  static final String PASSWORD_FILE = "loadpath.hive.password-file";

  private final String passwordFile;

  public OwnerAuthentication(HiveConf conf) {
    this.passwordFile = conf.get(PASSWORD_FILE);
  }

  @Override
  public void Authenticate(String user, String password) throws AuthenticationException {
    try {
      String expected = PasswordFile.read(passwordFile);
      boolean same =
          password != null
              && MessageDigest.isEqual(expected.getBytes(UTF_8), password.getBytes(UTF_8));
      if (!same || !System.getProperty("user.name").equals(user)) {
        throw new AuthenticationException("wrong user or password");
      }
    } catch (IOException e) {
      throw new AuthenticationException("cannot read " + passwordFile, e);
    }
  }
}
