package org.calque.replay;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of a model that an operator belongs to.
 *
 * @param path qualified name with dots, such as {@code layer1.0.conv1}, or the text of whatever
 *     label encloses the operator; empty for none
 * @param type class of the module, such as {@code Conv2d}; empty where unknown
 */
public record ModuleLabel(String path, String type) {
  /** No label encloses the operator. */
  public static final ModuleLabel NONE = new ModuleLabel("", "");

  private static final Pattern MODULE = Pattern.compile("module: (.+) \\((\\w+)\\)");

  /** Reads a label as the recorder writes it; any other text is a path of its own. */
  public static ModuleLabel parse(String label) {
    Matcher module = MODULE.matcher(label);
    return module.matches()
        ? new ModuleLabel(module.group(1), module.group(2))
        : new ModuleLabel(label, "");
  }

  @Override
  public String toString() {
    return type.isEmpty() ? path : path + " (" + type + ")";
  }
}
