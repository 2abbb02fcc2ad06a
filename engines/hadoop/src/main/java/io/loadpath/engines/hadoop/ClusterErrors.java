package io.loadpath.engines.hadoop;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.security.sasl.SaslException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.net.ConnectTimeoutException;
import org.apache.hadoop.security.AccessControlException;
import org.ietf.jgss.GSSException;

/** Explains the errors of a cluster, with advice. */
public final class ClusterErrors {
  private static final String NO_DATANODE = "could only be written to";
  private static final String SAFE_MODE = "safe mode";

  private static final String CACHE = "KRB5CCNAME";

  /** No ticket from a ticket cache or a keytab, or an expired one. */
  private static final Pattern NO_TICKET =
      Pattern.compile("Client cannot authenticate via:\\[.*KERBEROS|Failed to find any Kerberos");

  private static final String NO_SECURITY_HERE = "SIMPLE authentication is not enabled";
  private static final String NO_REALM = "Can't get Kerberos realm";

  /** Kinds of ticket caches of MIT's programs that Java cannot read. */
  private static final Pattern NOT_A_FILE = Pattern.compile("(?!FILE:)[A-Z]{3,}:.*");

  private ClusterErrors() {}

  /** One line about the failure at {@code place}, with advice. */
  public static String explain(Exception error, Path place) {
    // first, because it is inside an AccessControlException, which also stands for missing rights
    Optional<String> kerberos = kerberos(error);
    if (kerberos.isPresent()) {
      return "%s: %s".formatted(place, kerberos.get());
    }
    for (Throwable e = error; e != null; e = e.getCause()) {
      String message = explainOne(unwrapped(e), place);
      if (message != null) {
        return message;
      }
    }
    return "%s: %s".formatted(place, firstLine(unwrapped(error)));
  }

  private static String explainOne(Throwable e, Path place) {
    String message = firstLine(e);
    if (e instanceof Staging.StagingException) {
      return message;
    }
    if (e instanceof UnknownHostException || e instanceof UnsupportedFileSystemException) {
      return "%s: %s: check fs.defaultFS in HADOOP_CONF_DIR".formatted(place, message);
    }
    if (e instanceof ConnectException
        || e instanceof ConnectTimeoutException
        || e instanceof SocketTimeoutException
        || e instanceof NoRouteToHostException) {
      return "no NameNode answers for %s (%s): start the cluster, or point HADOOP_CONF_DIR at another"
          .formatted(place, message);
    }
    if (e instanceof AccessControlException) {
      return ("no right to write %s (%s): ask the cluster's administrator for a home folder"
              + " ('hdfs dfs -mkdir -p /user/NAME', 'hdfs dfs -chown NAME /user/NAME')")
          .formatted(place, message);
    }
    if (message.contains(SAFE_MODE)) {
      return "%s: the NameNode is in safe mode and takes no files: wait until its DataNodes have reported, or see 'hdfs dfsadmin -safemode get'"
          .formatted(place);
    }
    if (message.contains(NO_DATANODE)) {
      return "%s: no DataNode has room for a block: is one running, and its disk not full? (%s)"
          .formatted(place, message);
    }
    return null;
  }

  private static Throwable unwrapped(Throwable e) {
    return e instanceof RemoteException remote ? remote.unwrapRemoteException() : e;
  }

  /**
   * Returns an error's own line, without the stack trace of the other side and the address of
   * Hadoop's wiki.
   */
  static String firstLine(Throwable e) {
    String message = e.getMessage();
    if (message == null || e instanceof RuntimeException) {
      message = e.toString();
    }
    String line = message.lines().findFirst().orElse(e.toString());
    return line.replaceFirst("; For more details see: .*", "").strip();
  }

  /** One line for an error of Kerberos; empty for another one. */
  static Optional<String> kerberos(Throwable error) {
    return kerberos(error, System.getenv(CACHE));
  }

  /**
   * @param cache the value of KRB5CCNAME, or null
   */
  static Optional<String> kerberos(Throwable error, String cache) {
    String refusal = null;
    for (Throwable e = error; e != null; e = e.getCause()) {
      String message = String.valueOf(e.getMessage());
      if (NO_TICKET.matcher(message).find()) {
        return Optional.of(noTicket(cache));
      }
      if (message.contains(NO_SECURITY_HERE)) {
        return Optional.of(
            "the cluster requires Kerberos, but HADOOP_CONF_DIR does not (hadoop.security.authentication in core-site.xml): point it at the cluster's own configuration, then run 'kinit'");
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
