package io.loadpath.engines.hadoop;

import java.util.Optional;
import java.util.regex.Pattern;
import javax.security.sasl.SaslException;
import org.ietf.jgss.GSSException;

/** What the errors of a client on a cluster with Kerberos mean to a user, and what to do. */
final class KerberosErrors {
  private static final String CACHE = "KRB5CCNAME";

  /** Neither a ticket cache nor a keytab gave a ticket; or it has expired. */
  private static final Pattern NO_TICKET =
      Pattern.compile("Client cannot authenticate via:\\[.*KERBEROS|Failed to find any Kerberos");

  private static final String NO_SECURITY_HERE = "SIMPLE authentication is not enabled";
  private static final String NO_REALM = "Can't get Kerberos realm";

  /** Kinds of ticket caches that MIT's programs use and Java cannot read. */
  private static final Pattern NOT_A_FILE = Pattern.compile("(?!FILE:)[A-Z]{3,}:.*");

  private KerberosErrors() {}

  /** One line for an error of Kerberos; empty for another one. */
  static Optional<String> explain(Throwable error) {
    return explain(error, System.getenv(CACHE));
  }

  /**
   * @param cache what KRB5CCNAME says; null if it is not set
   */
  static Optional<String> explain(Throwable error, String cache) {
    String refusal = null;
    for (Throwable e = error; e != null; e = e.getCause()) {
      String message = String.valueOf(e.getMessage());
      if (NO_TICKET.matcher(message).find()) {
        return Optional.of(noTicket(cache));
      }
      if (message.contains(NO_SECURITY_HERE)) {
        return Optional.of(
            "the cluster asks for Kerberos, which HADOOP_CONF_DIR does not say (hadoop.security.authentication in core-site.xml): point it at the cluster's own configuration, then run 'kinit'");
      }
      if (message.contains(NO_REALM)) {
        return Optional.of(
            "no Kerberos realm is known here: name one as default_realm in /etc/krb5.conf, or in a file that HADOOP_OPTS=-Djava.security.krb5.conf=FILE names");
      }
      if (e instanceof GSSException || e instanceof SaslException) {
        refusal = message.lines().findFirst().orElse(e.toString());
      }
    }
    return Optional.ofNullable(refusal)
        .map(
            said ->
                "Kerberos failed (%s): look at 'klist', krb5.conf, the clocks, and the principals in HADOOP_CONF_DIR"
                    .formatted(said));
  }

  private static String noTicket(String cache) {
    if (cache == null) {
      return "no valid Kerberos ticket: run 'kinit'. If 'klist' shows one, it is not in a file, and Java reads tickets only from a file: set KRB5CCNAME=FILE:PATH, then run 'kinit' again";
    }
    if (NOT_A_FILE.matcher(cache).matches()) {
      return "no valid Kerberos ticket: Java cannot read the cache KRB5CCNAME=%s: set KRB5CCNAME=FILE:PATH, then run 'kinit' again"
          .formatted(cache);
    }
    return "no valid Kerberos ticket in KRB5CCNAME=%s: run 'kinit'".formatted(cache);
  }
}
