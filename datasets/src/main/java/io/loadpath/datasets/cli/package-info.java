/** The commands {@code data}, {@code chop} and {@code fingerprint}. */
package io.loadpath.datasets.cli;
