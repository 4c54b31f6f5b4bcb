package org.calque.codegen;

import javax.lang.model.SourceVersion;

/**
 * Consecutive steps that become one nested class.
 *
 * @param className simple name of the class
 * @param title module path and phase, for people
 * @param phase number of the phase, 0 where there are none
 * @param from first step
 * @param to one past the last step
 */
record ModuleGroup(String className, String title, int phase, int from, int to) {

  /** Name of the field that holds the class. */
  String fieldName() {
    String name = Character.toLowerCase(className.charAt(0)) + className.substring(1);
    return SourceVersion.isKeyword(name) ? name + "_" : name;
  }
}
