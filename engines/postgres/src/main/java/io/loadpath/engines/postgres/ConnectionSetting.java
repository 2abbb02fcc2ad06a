package io.loadpath.engines.postgres;

/**
 * A setting of connections that libpq and JDBC share. Their values have the same meaning in both.
 *
 * <p>Sources: PostgreSQL's manual, "Connection Strings" and "Environment Variables"; the driver's
 * {@code PGProperty}.
 */
public enum ConnectionSetting {
  SSLMODE("sslmode", "PGSSLMODE", "sslmode"),
  SSLROOTCERT("sslrootcert", "PGSSLROOTCERT", "sslrootcert"),
  SSLCERT("sslcert", "PGSSLCERT", "sslcert"),
  SSLKEY("sslkey", "PGSSLKEY", "sslkey"),
  SSLNEGOTIATION("sslnegotiation", "PGSSLNEGOTIATION", "sslNegotiation"),
  CHANNEL_BINDING("channel_binding", "PGCHANNELBINDING", "channelBinding"),
  REQUIRE_AUTH("require_auth", "PGREQUIREAUTH", "requireAuth"),
  GSSENCMODE("gssencmode", "PGGSSENCMODE", "gssEncMode"),
  CONNECT_TIMEOUT("connect_timeout", "PGCONNECT_TIMEOUT", "connectTimeout"),
  APPLICATION_NAME("application_name", "PGAPPNAME", "ApplicationName"),
  OPTIONS("options", "PGOPTIONS", "options");

  private final String keyword;
  private final String variable;
  private final String property;

  ConnectionSetting(String keyword, String variable, String property) {
    this.keyword = keyword;
    this.variable = variable;
    this.property = property;
  }

  /** Returns its name in a libpq URI or service file. */
  public String keyword() {
    return keyword;
  }

  /** Returns libpq's environment variable. */
  public String variable() {
    return variable;
  }

  /** Returns its name in a JDBC URL. */
  public String property() {
    return property;
  }
}
