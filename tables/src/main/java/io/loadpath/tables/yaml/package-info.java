/** YAML files that users write: strict reading, messages with file and line. */
package io.loadpath.tables.yaml;
