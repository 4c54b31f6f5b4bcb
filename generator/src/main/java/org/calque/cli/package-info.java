/** The generator's command line. */
package org.calque.cli;
