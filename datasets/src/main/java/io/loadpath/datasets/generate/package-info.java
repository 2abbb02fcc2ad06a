/** Makes the rows of LINEITEM and ALL_CARD_TRANS, in any range. */
package io.loadpath.datasets.generate;
