/** The data to load: LINEITEM and ALL_CARD_TRANS, their schema, generators and fingerprints. */
package io.loadpath.datasets;
