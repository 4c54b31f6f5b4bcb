/** Source text from a replay program: one JMH class per workload, written with JavaPoet. */
package org.calque.codegen;
