package org.calque.runtime.power.sysfs;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** How files are opened; tests refuse some of them, which root is never refused. */
@FunctionalInterface
interface FileOpener {
  /** As the system does it. */
  FileOpener SYSTEM = path -> FileChannel.open(path, StandardOpenOption.READ);

  FileChannel open(Path path) throws IOException;
}
