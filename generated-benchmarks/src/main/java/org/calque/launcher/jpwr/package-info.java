/**
 * The power of any command, in the files that jpwr writes, so that scripts that read those go on
 * working; and those of several ranks put together.
 */
package org.calque.launcher.jpwr;
