package org.calque.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the git of the machine. */
final class CheckoutTest {
  @TempDir Path folder;

  @Test
  void aRepositoryTellsItsCommitAndWhetherAFileOfItChanged() throws Exception {
    Assumptions.assumeTrue(git("init", "-q") == 0, "git is not installed");
    assertThat(Checkout.of(folder)).as("no commit yet").isEmpty();
    Files.writeString(folder.resolve("a"), "1");
    git("add", "a");
    git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "-m", "One");
    Files.writeString(folder.resolve("untracked"), "2");

    Checkout clean = Checkout.of(folder).orElseThrow();
    assertThat(clean.commit()).matches("[0-9a-f]{40}");
    assertThat(clean.dirty()).isFalse();

    Files.writeString(folder.resolve("a"), "3");
    assertThat(Checkout.of(folder)).contains(new Checkout(clean.commit(), true));
  }

  @Test
  void aFolderOutsideOfAnyRepositoryHasNone() {
    assertThat(Checkout.of(folder)).isEmpty();
  }

  private int git(String... arguments) throws InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    try {
      return new ProcessBuilder(command).directory(folder.toFile()).start().waitFor();
    } catch (IOException e) {
      return -1;
    }
  }
}
