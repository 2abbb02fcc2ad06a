/**
 * Text files as an export reads them: shares of mappers, chunks of whole rows, and the place of a
 * row.
 */
package io.loadpath.loads.files;
