/** Finds out how files write a table, and describes it for its user to correct. */
package io.loadpath.tables.describe;
