package io.loadpath.engines.hadoop;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.net.ConnectTimeoutException;
import org.apache.hadoop.security.AccessControlException;

/** What the errors of a cluster's file system mean to a user, and what to do about them. */
public final class FileSystemErrors {
  private static final String NO_DATANODE = "could only be written to";
  private static final String SAFE_MODE = "safe mode";

  private FileSystemErrors() {}

  /** One line that says what went wrong at {@code place}, and what to do next. */
  public static String explain(Exception error, Path place) {
    // first: it reaches us inside an AccessControlException, which also stands for missing rights
    Optional<String> kerberos = KerberosErrors.explain(error);
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
    if (e instanceof StagingException) {
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

  private static String firstLine(Throwable e) {
    String message = e.getMessage();
    if (message == null || !(e instanceof IOException)) {
      message = e.toString();
    }
    // Hadoop adds the address of a page of its wiki
    return message.lines().findFirst().orElse("").replaceFirst("; For more details see: .*", "");
  }
}
