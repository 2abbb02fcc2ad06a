/**
 * Location files: the names, lengths and checksums of files on other machines, which a database's
 * preprocessor fetches. external-table/preprocessor/send-locations.sh describes the format.
 */
package io.loadpath.benchmarks.locations;
