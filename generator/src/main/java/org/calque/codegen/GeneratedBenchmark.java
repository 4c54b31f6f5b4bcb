package org.calque.codegen;

import java.util.SortedMap;

/**
 * The files of one workload, by path below the output folder: {@code java/...} are sources, {@code
 * resources/...} go into the jar.
 *
 * @param workload name
 * @param className fully qualified name of the class
 * @param files text of each file
 */
public record GeneratedBenchmark(
    String workload, String className, SortedMap<String, String> files) {}
