package io.loadpath.benchmarks;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** All classes that share a cluster, named {@code …OnCluster}, in one of the tests' JVMs. */
@Suite
@SelectPackages("io.loadpath.benchmarks")
@IncludeClassNamePatterns(".*OnCluster")
class AllOnClusterIT {}
