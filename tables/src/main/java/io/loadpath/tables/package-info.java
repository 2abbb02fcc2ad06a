/** Tables as descriptions say: columns, types, formats of files, keys. */
package io.loadpath.tables;
