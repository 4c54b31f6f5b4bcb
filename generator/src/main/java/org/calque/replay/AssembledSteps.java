package org.calque.replay;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.LongArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The steps of a program before the passes over them. Uses are not yet marked: every tensor operand
 * is {@link Operand.Use#READ} or {@link Operand.Use#WRITTEN}.
 *
 * @param steps in execution order; passes replace single steps in place
 * @param nodes position in the trace of the node that each step comes from
 * @param made bytes that each step has at most of its own: its results and what it needs inside
 * @param slots the slots that they use
 * @param escaping positions of selected nodes inside which a tensor was made that is used outside
 */
record AssembledSteps(
    List<Step> steps, IntArrayList nodes, LongArrayList made, SlotTable slots, BitSet escaping) {}
