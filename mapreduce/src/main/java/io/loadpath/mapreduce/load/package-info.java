/** What the tasks of a load run: they sort rows by partition and key, and write them. */
package io.loadpath.mapreduce.load;
