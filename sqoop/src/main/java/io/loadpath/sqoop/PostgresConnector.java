package io.loadpath.sqoop;

import com.cloudera.sqoop.SqoopOptions;
import com.cloudera.sqoop.manager.ExportJobContext;
import com.cloudera.sqoop.manager.ImportJobContext;
import com.cloudera.sqoop.util.ImportException;
import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.exports.ExportJob;
import io.loadpath.sqoop.imports.ImportJob;
import io.loadpath.sqoop.imports.ImportOptions;
import java.io.IOException;
import org.apache.sqoop.manager.PostgresqlManager;
import org.apache.sqoop.tool.ImportTool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sqoop's manager of jobs with {@code --direct} on PostgreSQL. It needs no compiled class for the
 * table: rows stay bytes. Sqoop declares its methods with the old names of its classes.
 */
@SuppressWarnings("deprecation")
public final class PostgresConnector extends PostgresqlManager {
  private static final Logger MESSAGES = LoggerFactory.getLogger(PostgresConnector.class);

  private final SqoopOptions options;
  private final boolean replacesFiles;

  /** The schema named after {@code --}; null for the first one of the session's search path. */
  private String schema;

  /**
   * @param options with the job's arguments; those after {@code --} may hold {@code --schema NAME}
   */
  public PostgresConnector(SqoopOptions options) {
    super(options);
    this.options = options;
    // Sqoop would delete the files before it asks the server about the table
    replacesFiles = options.isDeleteMode() && imports() && isORMFacilitySelfManaged();
    if (replacesFiles) {
      options.setDeleteMode(false);
    }
    Exposure.ofPasswordFile(options.getPasswordFilePath(), options.getConf())
        .ifPresent(MESSAGES::warn);
    Exposure.ofServer(options.getConnectString(), options.getConnectionParams())
        .ifPresent(MESSAGES::warn);
  }

  @Override
  protected void applyExtraArguments(org.apache.commons.cli.CommandLine arguments) {
    super.applyExtraArguments(arguments);
    // called by the constructor of the super class
    schema = arguments.getOptionValue(SCHEMA);
  }

  /** Whether no class is compiled for the table. Some options of an import need Sqoop's class. */
  @Override
  public boolean isORMFacilitySelfManaged() {
    return !imports() || ImportOptions.recordOption(options) == null;
  }

  private boolean imports() {
    return options.getActiveSqoopTool() instanceof ImportTool;
  }

  // Sqoop asks this before it writes row by row

  @Override
  public boolean isDirectModeHBaseSupported() {
    return true;
  }

  @Override
  public boolean isDirectModeHCatSupported() {
    return true;
  }

  @Override
  public boolean isDirectModeAccumuloSupported() {
    return true;
  }

  @Override
  public void importTable(ImportJobContext context) throws IOException, ImportException {
    if (!imports(context)) {
      super.importTable(context);
    }
  }

  @Override
  public void importQuery(ImportJobContext context) throws IOException, ImportException {
    if (!imports(context)) {
      super.importQuery(context);
    }
  }

  /** Imports, unless Sqoop's record class is needed for it. */
  private boolean imports(ImportJobContext context) throws IOException, ImportException {
    context.setConnManager(this);
    ImportOptions.commitFilesTogether(options.getConf());
    if (isORMFacilitySelfManaged()) {
      new ImportJob(context, sessions(), replacesFiles).run();
      return true;
    }
    MESSAGES.warn(
        "{} needs Sqoop's record class: rows come one by one through JDBC, as without --direct. Ignore Sqoop's advice to use --direct",
        ImportOptions.recordOption(options));
    return false;
  }

  @Override
  public boolean supportsStagingForExport() {
    return false;
  }

  /** Skips a query for Sqoop's class of the table, because no class is made. */
  @Override
  public void configureDbOutputColumns(SqoopOptions sqoopOptions) {}

  @Override
  public void exportTable(ExportJobContext context) throws IOException {
    new ExportJob(new ExportOptions(options, schema), sessions()).run();
  }

  @Override
  public void updateTable(ExportJobContext context) throws IOException {
    new ExportJob(new ExportOptions(options, schema), sessions()).run();
  }

  @Override
  public void upsertTable(ExportJobContext context) throws IOException {
    new ExportJob(new ExportOptions(options, schema), sessions()).run();
  }

  @Override
  public void callTable(ExportJobContext context) throws IOException {
    throw new IOException("--call and --direct exclude each other: leave one out");
  }

  private PostgresSession sessions() {
    return PostgresSession.of(
        options.getConnectString(),
        options.getUsername(),
        options.getPassword(),
        options.getConnectionParams(),
        options.getConf());
  }
}
