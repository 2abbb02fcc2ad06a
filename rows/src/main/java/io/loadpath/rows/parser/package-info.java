/** Parses files by their description, and writes the canonical text of their rows. */
package io.loadpath.rows.parser;
