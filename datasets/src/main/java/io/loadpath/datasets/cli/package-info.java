/** The commands {@code data} and {@code fingerprint}. */
package io.loadpath.datasets.cli;
