package org.calque.runtime;

/**
 * What a slot holds.
 *
 * @param type element type
 * @param layout sizes, strides and offset
 * @param storage address of the storage's first byte: equal for tensors that share memory
 */
public record TensorInfo(DataType type, Layout layout, long storage) {}
