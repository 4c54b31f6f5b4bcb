/** Programs whose output is in the documentation: how exact measured energy is. */
package org.calque.runtime.power.figures;
