/**
 * What tensors may hold that exist before a step: a rule for each operand whose values an operator
 * checks, indexes memory with or sizes its result by. It looks at one recorded call at a time; how
 * values flow from call to call is the business of {@code org.calque.replay}.
 */
package org.calque.values;
