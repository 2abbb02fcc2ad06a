/** The tasks of a load: they sort rows by partition and key, and write them. */
package io.loadpath.mapreduce.load;
