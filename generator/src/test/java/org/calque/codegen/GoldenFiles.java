package org.calque.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Generated text that a person has read and approved. */
public final class GoldenFiles {
  private static final String UPDATE = "calque.golden.update";
  private static final Path FOLDER = Path.of("src", "test", "resources", "golden");

  private GoldenFiles() {}

  /** Compares with the approved file, or approves the text. */
  public static void assertEqual(String text, String name) throws IOException {
    Path golden = FOLDER.resolve(name);
    if (Boolean.getBoolean(UPDATE)) {
      Files.writeString(golden, text);
    }
    assertThat(text)
        .as(golden + "; if the change is meant, run the test with -D" + UPDATE + "=true")
        .isEqualTo(Files.readString(golden));
  }
}
