package io.loadpath.tables.scripts;

import io.loadpath.rows.Type;
import io.loadpath.tables.ReservedWords;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The form of column types, column names and texts in one database. */
public enum Dialect {
  POSTGRES("PostgreSQL", '"', "[a-z_][a-z0-9_]*") {
    /** System columns, and the column that COPY fills after the last delimiter. */
    private static final Set<String> TAKEN =
        Set.of("tableoid", "xmin", "cmin", "xmax", "cmax", "ctid", "after_last_delimiter");

    @Override
    public String type(Type type) {
      return switch (type.kind()) {
        case INTEGER -> type.size() <= INT_DIGITS ? "integer" : "bigint";
        case DECIMAL -> "numeric(%d, %d)".formatted(type.size(), type.places());
        case DOUBLE -> "double precision";
        case BOOLEAN -> "boolean";
        case TEXT -> sized(type, MAX_VARCHAR) ? "varchar(%d)".formatted(type.size()) : "text";
        case DATE -> "date";
        case TIMESTAMP ->
            "%s(%d)"
                .formatted(
                    type.zone() ? "timestamptz" : "timestamp",
                    Math.min(type.places(), MICROSECOND_PLACES));
        case BYTES -> "bytea";
      };
    }

    /** Characters that do not print are escaped. */
    @Override
    public String literal(String text) {
      StringBuilder literal = new StringBuilder("'");
      boolean escapes = false;
      for (char c : text.toCharArray()) {
        if (c == '\'') {
          literal.append("''");
        } else if (c == '\\') {
          escapes = true;
          literal.append("\\\\");
        } else if (c < ' ' || c == DELETE) {
          escapes = true;
          literal.append("\\x%02x".formatted((int) c));
        } else {
          literal.append(c);
        }
      }
      return (escapes ? "E" : "") + literal + "'";
    }

    @Override
    public String name(String name) {
      if (TAKEN.contains(name)) {
        throw new ScriptException(
            "column '%s': PostgreSQL reserves this name; give the column another name, and this one as 'header'"
                .formatted(name));
      }
      return super.name(name);
    }
  },

  HIVE("Hive", '`', "[a-z][a-z0-9_]*") {
    @Override
    public String type(Type type) {
      return switch (type.kind()) {
        case INTEGER -> type.size() <= INT_DIGITS ? "INT" : "BIGINT";
        case DECIMAL -> "DECIMAL(%d, %d)".formatted(type.size(), type.places());
        case DOUBLE -> "DOUBLE";
        case BOOLEAN -> "BOOLEAN";
        case TEXT ->
            sized(type, MAX_HIVE_VARCHAR) ? "VARCHAR(%d)".formatted(type.size()) : "STRING";
        case DATE -> "DATE";
        case TIMESTAMP -> "TIMESTAMP";
        case BYTES -> "BINARY";
      };
    }

    /**
     * Hive allows no point and no colon in a column's name, and reads ${…} as a variable. Its
     * command line sees quotes, escapes and ends of statements even inside backticks: an odd number
     * of quotes would swallow the text after it.
     */
    @Override
    public String name(String name) {
      return super.name(name.replaceAll("[.:;'\"\\\\]", "_").replace("${", "_{"));
    }

    @Override
    public String literal(String text) {
      return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("${", "$\\u007B") + "'";
    }
  },

  /** Names without quotes are in capitals. */
  ORACLE("Oracle", '"', "[a-z][a-z0-9_]*") {
    @Override
    public String type(Type type) {
      return switch (type.kind()) {
        case INTEGER -> "NUMBER(%d)".formatted(type.size());
        case DECIMAL -> "NUMBER(%d, %d)".formatted(type.size(), type.places());
        case DOUBLE -> "BINARY_DOUBLE";
        case BOOLEAN -> "NUMBER(1)";
        case TEXT ->
            sized(type, MAX_VARCHAR2) ? "VARCHAR2(%d CHAR)".formatted(type.size()) : "CLOB";
        case DATE -> "DATE";
        case TIMESTAMP ->
            "TIMESTAMP(%d)%s".formatted(type.places(), type.zone() ? " WITH TIME ZONE" : "");
        case BYTES -> "RAW(2000)";
      };
    }

    @Override
    public String name(String name) {
      if (name.indexOf('"') >= 0) {
        throw new ScriptException(
            "column '%s': Oracle allows no double quote in a name; give the column another name, and this one as 'header'"
                .formatted(name));
      }
      if (name.indexOf('&') >= 0) {
        throw new ScriptException(
            "column '%s': SQL*Plus takes an ampersand for a variable; give the column another name, and this one as 'header'"
                .formatted(name));
      }
      return super.name(name);
    }
  };

  private static final char DELETE = 0x7f;
  private static final int INT_DIGITS = 9;
  private static final int MAX_VARCHAR = 10_485_760;
  private static final int MAX_HIVE_VARCHAR = 65_535;
  private static final int MAX_VARCHAR2 = 4_000;
  private static final int MICROSECOND_PLACES = 6;

  private final String product;
  private final char quote;
  private final Pattern plain;
  private final Set<String> reserved;

  Dialect(String product, char quote, String plain) {
    this.product = product;
    this.quote = quote;
    this.plain = Pattern.compile(plain);
    this.reserved = ReservedWords.of(name().toLowerCase(Locale.ROOT));
  }

  /** The database's name, for messages. */
  public String product() {
    return product;
  }

  /** The SQL of a type. */
  public abstract String type(Type type);

  /**
   * The SQL of a column's name: unchanged where that is safe, otherwise in quotes, with quotes
   * inside doubled.
   *
   * @throws ScriptException if the database cannot have such a column
   */
  public String name(String name) {
    return needsQuotes(name) ? quote + name.replace("" + quote, "" + quote + quote) + quote : name;
  }

  /** Whether a name is in quotes. */
  public boolean needsQuotes(String name) {
    return !plain.matcher(name).matches() || reserved.contains(name);
  }

  /** A text as a literal, which nothing in the text can end. */
  public String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static boolean sized(Type type, int most) {
    return type.size() != Type.UNLIMITED && type.size() <= most;
  }
}
