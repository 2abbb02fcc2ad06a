/** Takes files apart that a description describes, and writes the canonical text of their rows. */
package io.loadpath.rows.parser;
