package org.calque.verify;

/**
 * How many of something were compared.
 *
 * @param compared recorded ones
 * @param agreeing those that the replay did in the same way
 */
public record Agreement(int compared, int agreeing) {}
