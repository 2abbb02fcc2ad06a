/**
 * The data to load: folders of generated rows or of a user's files, their parts and fingerprints.
 */
package io.loadpath.datasets;
