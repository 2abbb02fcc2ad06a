package io.loadpath.engines.hive;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;

/**
 * What to run on which HiveServer2.
 *
 * @param url its JDBC URL
 * @param user the user's name there
 * @param passwordFile the file with the password; null for none
 * @param database the database to start in; null for that of the URL
 * @param files scripts, in the order in which they run
 * @param query statements to run after them; may be empty
 * @param properties for the connection: variables and settings
 * @param silent whether to leave out the server's messages
 */
record JdbcArguments(
    String url,
    String user,
    String passwordFile,
    String database,
    List<String> files,
    String query,
    Properties properties,
    boolean silent) {
  private static final String URL_START = "jdbc:hive2://";

  /** The caller's mistake. */
  static final class UsageException extends Exception {
    private static final long serialVersionUID = 1;

    UsageException(String message) {
      super(message);
    }
  }

  private static final Options OPTIONS =
      new Options()
          .addOption("u", true, "")
          .addOption("n", true, "")
          .addOption("w", "password-file", true, "")
          .addOption("f", true, "")
          .addOption("e", true, "")
          .addOption("i", true, "")
          .addOption("S", "silent", false, "")
          .addOption(Option.builder().longOpt("database").hasArg().build())
          .addOption(pair(Option.builder().longOpt("hivevar")))
          .addOption(pair(Option.builder("d").longOpt("define")))
          .addOption(pair(Option.builder().longOpt("hiveconf")));

  private static Option pair(Option.Builder option) {
    return option.numberOfArgs(2).valueSeparator('=').build();
  }

  static JdbcArguments parse(String... words) throws UsageException {
    CommandLine line;
    try {
      line = new DefaultParser(false).parse(OPTIONS, words);
    } catch (ParseException e) {
      throw new UsageException(e.getMessage());
    }
    if (!line.getArgList().isEmpty()) {
      throw new UsageException("unknown argument " + line.getArgList().get(0));
    }
    if (!line.getOptionValue("u").startsWith(URL_START)) {
      throw new UsageException(
          "-u needs %sHOST:PORT/DATABASE, not %s".formatted(URL_START, line.getOptionValue("u")));
    }
    if (line.hasOption("f") == line.hasOption("e")) {
      throw new UsageException("-u needs a file (-f) or a query (-e)");
    }
    List<String> files = new ArrayList<>();
    for (String option : List.of("i", "f")) {
      if (line.hasOption(option)) {
        files.addAll(List.of(line.getOptionValues(option)));
      }
    }
    return new JdbcArguments(
        line.getOptionValue("u"),
        line.getOptionValue("n", System.getProperty("user.name")),
        line.getOptionValue("w"),
        line.getOptionValue("database"),
        files,
        line.getOptionValue("e", ""),
        properties(line),
        line.hasOption("S"));
  }

  /** The driver takes variables and settings by these names. */
  private static Properties properties(CommandLine line) {
    Properties properties = new Properties();
    Map.of("hivevar", "hivevar:", "d", "hivevar:", "hiveconf", "hiveconf:")
        .forEach(
            (option, prefix) ->
                line.getOptionProperties(option)
                    .forEach((name, value) -> properties.put(prefix + name, value)));
    return properties;
  }

  /** The URL without what may be secret in it. */
  String server() {
    return url.replaceFirst("[;?#].*", "");
  }
}
