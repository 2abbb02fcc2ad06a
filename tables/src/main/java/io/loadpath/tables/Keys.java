package io.loadpath.tables;

import java.time.LocalDate;
import java.util.List;

/**
 * The keys by which a table's partitioned models divide its rows; null if it has none.
 *
 * @param column a DATE or TIMESTAMP column that is not nullable: PostgreSQL and Hive have a
 *     partition for each month, Oracle for each quarter
 * @param from the first day
 * @param to the day after the last one; PostgreSQL puts other days into one more partition, Oracle
 *     refuses them
 * @param bucketColumn a TEXT column that is not nullable: Oracle has a subpartition for each range
 *     of its values, Hive as many hash buckets, PostgreSQL two partitions; null: there are none
 * @param bounds the first value of each range but the first; PostgreSQL takes the middle one
 */
public record Keys(
    String column, LocalDate from, LocalDate to, String bucketColumn, List<String> bounds) {}
