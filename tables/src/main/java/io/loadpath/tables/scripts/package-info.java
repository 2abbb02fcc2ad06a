/**
 * The plain files that load a table: each is written from a template in the room of its tool, or
 * copied as it is.
 */
package io.loadpath.tables.scripts;
