/** Makes the rows of LINEITEM and ALL_CARD_TRANS, any range of them by itself. */
package io.loadpath.datasets.generate;
