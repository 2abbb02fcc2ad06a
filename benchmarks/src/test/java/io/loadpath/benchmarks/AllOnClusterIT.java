package io.loadpath.benchmarks;

import org.junit.jupiter.api.ClassOrderer;
import org.junit.platform.suite.api.ConfigurationParameter;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** All classes that share a cluster, named {@code …OnCluster}, in one of the tests' JVMs. */
@Suite
@SelectPackages("io.loadpath.benchmarks")
@IncludeClassNamePatterns(".*OnCluster")
@ConfigurationParameter(
    key = ClassOrderer.DEFAULT_ORDER_PROPERTY_NAME,
    value = AllOnClusterIT.BY_NAME)
class AllOnClusterIT {
  static final String BY_NAME = "org.junit.jupiter.api.ClassOrderer$ClassName";
}
