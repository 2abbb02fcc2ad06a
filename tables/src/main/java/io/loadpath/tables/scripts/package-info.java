/**
 * The plain files that load a table: each is made from a template in its tool's folder, or copied.
 */
package io.loadpath.tables.scripts;
