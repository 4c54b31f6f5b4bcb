package org.calque.runtime.linux;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A vendor's library that a machine may lack, and that may lack functions which another version
 * has. Each function is looked up when it is called. Once loaded it stays, with all that it has
 * started.
 */
public final class OptionalLibrary {
  /** JNA unloads what nothing refers to. */
  private static final List<OptionalLibrary> LOADED = new ArrayList<>();

  private final String name;
  private final NativeLibrary library;

  private OptionalLibrary(String name, NativeLibrary library) {
    this.name = name;
    this.library = library;
  }

  /**
   * The first of several names or files that is there.
   *
   * @return empty where none is
   * @throws UnsatisfiedLinkError if one is there and cannot be loaded, with the linker's reason
   */
  public static synchronized Optional<OptionalLibrary> open(List<String> names) {
    for (String name : names) {
      try {
        OptionalLibrary library = new OptionalLibrary(name, NativeLibrary.getInstance(name));
        LOADED.add(library);
        return Optional.of(library);
      } catch (UnsatisfiedLinkError e) {
        Optional<String> obstacle = obstacle(name, e.getMessage());
        if (obstacle.isPresent()) {
          throw new UnsatisfiedLinkError(obstacle.get());
        }
      }
    }
    return Optional.empty();
  }

  /**
   * What the linker said, other than that it found no such file: JNA gives it a line for each place
   * where it looked.
   */
  private static Optional<String> obstacle(String name, String message) {
    return System.getProperty("os.name").equals("Linux")
        ? message
            .lines()
            .skip(1)
            .filter(line -> !line.contains(name + ": cannot open shared object file"))
            .filter(line -> !line.contains("not found in resource path"))
            .findFirst()
        : Optional.empty();
  }

  /** What it was loaded by. */
  public String name() {
    return name;
  }

  /**
   * Calls a function that returns an {@code int}.
   *
   * @return empty where the library lacks it
   */
  public OptionalInt call(String function, Object... arguments) {
    Function found = find(function);
    return found == null ? OptionalInt.empty() : OptionalInt.of(found.invokeInt(arguments));
  }

  /**
   * Calls a function that returns a text of C.
   *
   * @return empty where the library lacks it, or where it returns none
   */
  public Optional<String> text(String function, Object... arguments) {
    Function found = find(function);
    Pointer text = found == null ? null : found.invokePointer(arguments);
    return Optional.ofNullable(text).map(pointer -> pointer.getString(0));
  }

  private Function find(String function) {
    try {
      return library.getFunction(function);
    } catch (UnsatisfiedLinkError e) {
      return null;
    }
  }
}
