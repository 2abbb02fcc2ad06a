package io.loadpath.engines.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.ietf.jgss.GSSException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The errors are as Hadoop 3.4 and the JDK throw them; KerberosIT meets the real ones. */
class ClusterErrorsTest {
  private static final Path PLACE = new Path("hdfs://nn1:8020/user/ann");
  private static final IOException NO_TICKET =
      new IOException(
          "DestHost:destPort nn1:8020 , LocalHost:localPort edge/10.0.0.7:0. Failed on local exception: java.io.IOException",
          new IOException(
              new AccessControlException("Client cannot authenticate via:[TOKEN, KERBEROS]")));

  private static String explain(Throwable error, String cache) {
    return ClusterErrors.kerberos(error, cache).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "FILE:/tmp/krb5cc_7, ticket in KRB5CCNAME=FILE:/tmp/krb5cc_7: run 'kinit'",
    "/tmp/krb5cc_7, ticket in KRB5CCNAME=/tmp/krb5cc_7: run 'kinit'",
    "KCM:7, Java cannot read the cache KRB5CCNAME=KCM:7: set KRB5CCNAME=FILE:PATH",
    "KEYRING:a:7, Java cannot read the cache KRB5CCNAME=KEYRING:a:7: set KRB5CCNAME=FILE:PATH",
    ", Java reads tickets only from a file: set KRB5CCNAME=FILE:PATH"
  })
  void aMissingTicketIsSaidWithTheCacheWhereItIsMissing(String cache, String message) {
    assertThat(explain(NO_TICKET, cache))
        .startsWith("no valid Kerberos ticket")
        .contains(message, "'kinit'");
  }

  @Test
  void anExpiredTicketIsLikeNone() {
    GSSException expired = new GSSException(GSSException.NO_CRED, -1, null);
    IOException error =
        new IOException(
            "Couldn't setup connection for ann@EXAMPLE.COM to hdfs/nn1@EXAMPLE.COM",
            new IOException(
                "GSS initiate failed [Caused by GSSException: No valid credentials provided (Mechanism level: Failed to find any Kerberos tgt)]",
                expired));

    assertThat(explain(error, "FILE:/t")).startsWith("no valid Kerberos ticket in");
  }

  @Test
  void aConfigurationWithoutSecurityIsNamed() {
    RemoteException error =
        new RemoteException(
            AccessControlException.class.getName(),
            "SIMPLE authentication is not enabled.  Available:[TOKEN, KERBEROS]");

    assertThat(explain(error, null)).contains("HADOOP_CONF_DIR", "'kinit'");
  }

  @Test
  void aMissingRealmIsNamed() {
    assertThat(explain(new IllegalArgumentException("Can't get Kerberos realm"), null))
        .contains("/etc/krb5.conf", "-Djava.security.krb5.conf=FILE");
  }

  @Test
  void anotherFailureOfKerberosIsNotTakenForADeadNameNode() {
    GSSException failure = new GSSException(GSSException.FAILURE, -1, "Connection refused");
    failure.initCause(new ConnectException("Connection refused"));

    assertThat(ClusterErrors.explain(new IOException("DestHost:destPort nn1:8020", failure), PLACE))
        .startsWith(PLACE + ": Kerberos failed (")
        .contains("Connection refused", "krb5.conf");
  }

  @Test
  void aMissingRightIsNotTakenForAMissingTicket() {
    AccessControlException error =
        new AccessControlException("Permission denied: user=ann, access=WRITE, inode=\"/\"");

    assertThat(ClusterErrors.kerberos(error, null)).isEmpty();
    assertThat(ClusterErrors.explain(error, PLACE)).startsWith("no right to write " + PLACE);
  }
}
