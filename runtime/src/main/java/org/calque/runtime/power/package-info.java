/**
 * What devices draw: sensors behind one small contract, sampled and counted over the same windows
 * as the work. Nothing is added up across devices or scopes, nothing is zero that was not measured.
 */
package org.calque.runtime.power;
