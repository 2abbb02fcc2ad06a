/** Finds the table in files, and writes a description for its user to correct. */
package io.loadpath.tables.describe;
