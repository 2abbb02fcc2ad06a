package io.loadpath.engines.cluster;

import java.nio.file.Path;

/**
 * How Hive is.
 *
 * @param url the JDBC URL of HiveServer2
 * @param passwordFile the file with its password
 * @param answers whether HiveServer2 answers a query that its metastore must help to answer
 */
public record HiveStatus(String url, Path passwordFile, boolean answers) {}
