/**
 * What a person asks first of a trace, worked out in passes over its nodes and put into reports.
 * Nothing here changes a trace or decides how it is replayed.
 */
package org.calque.inspect;
