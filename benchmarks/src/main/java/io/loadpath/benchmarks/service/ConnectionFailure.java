package io.loadpath.benchmarks.service;

import io.loadpath.engines.postgres.libpq.Target;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Explains why a session could not be opened. */
final class ConnectionFailure {
  /** A part of the driver's or the server's message, or an SQLSTATE, and the advice. */
  private static final Map<String, String> ADVICE = new LinkedHashMap<>();

  static {
    String password =
        "give the password by --password-file FILE, PGPASSFILE, PGPASSWORD or ~/.pgpass";
    ADVICE.put("no password was provided", password);
    ADVICE.put("28P01", "check the user in the URI; " + password);
    ADVICE.put("no encryption", "the server takes only TLS: add ?sslmode=require to the URI");
    ADVICE.put("does not support SSL", "the server has no TLS: take sslmode out of the URI");
    ADVICE.put(
        "could not be verified by hostnameverifier",
        "the certificate is for another host: write the host as in the certificate, or use sslmode=verify-ca");
    ADVICE.put( // before PKIX, which is in its message
        "validity check failed",
        "a certificate of the server is out of date: the server needs a new one; if it has one, check this machine's clock");
    ADVICE.put(
        "PKIX", "the certificate is not signed by the one in sslrootcert: name the right file");
    ADVICE.put(
        "unsupported startup parameter",
        "it is a pooler that passes on no search_path: name the server itself");
    ADVICE.put(
        "Could not open SSL root certificate file",
        "name the file of the certificates that you trust: add &sslrootcert=FILE to the URI");
    ADVICE.put(
        "into a TrustManager", "sslrootcert holds no certificates: name a file of them, in PEM");
    ADVICE.put("pg_hba.conf", "allow this host, user and database in the server's pg_hba.conf");
    ADVICE.put("3D000", "make the database, or write another one into the URI");
    ADVICE.put("53300", "end other sessions, or raise max_connections");
    ADVICE.put("57P03", "the server is starting or stopping: try again soon");
    ADVICE.put(UnknownHostException.class.getName(), "no host has this name: check it in the URI");
    ADVICE.put("08P01", "check the port in the URI: what listens there may not be PostgreSQL");
    ADVICE.put("08006", "check host and port in the URI, and that a PostgreSQL listens there");
    ADVICE.put("08001", "check host and port in the URI, and that the server listens there");
    ADVICE.put("08004", "check host and port in the URI, and that the server listens there");
  }

  private ConnectionFailure() {}

  /** Returns a message with the server, the reason and the advice, without the password. */
  static String explain(Target target, SQLException error) {
    return "cannot connect to %s: %s".formatted(target.url(), reason(error));
  }

  /** Returns the reason and the advice. */
  static String reason(SQLException error) {
    StringBuilder known = new StringBuilder(String.valueOf(error.getSQLState()));
    String reason = String.valueOf(error.getMessage());
    for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
      known.append(' ').append(cause.getClass().getName());
      if (cause.getMessage() != null && !reason.contains(cause.getMessage())) {
        reason += ": " + cause.getMessage();
      }
    }
    String all = known + " " + reason;
    String advice =
        ADVICE.entrySet().stream()
            .filter(entry -> all.contains(entry.getKey()))
            .findFirst()
            .map(entry -> "; " + entry.getValue())
            .orElse("");
    return reason.strip() + advice;
  }
}
