/** The commands {@code data}, {@code split} and {@code fingerprint}. */
package io.loadpath.datasets.cli;
