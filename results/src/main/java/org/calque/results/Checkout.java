package org.calque.results;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The state of the git repository that a run was started in.
 *
 * @param commit full name of the commit that is checked out
 * @param dirty whether files that git tracks differ from that commit
 */
public record Checkout(String commit, boolean dirty) {
  private static final long SECONDS = 10;

  /** A checkout has a commit. */
  public Checkout {
    Facts.required(commit, "commit");
  }

  /** What git says of the folder; empty where it is no checkout or git is not installed. */
  public static Optional<Checkout> of(Path folder) {
    return git(folder, "rev-parse", "--verify", "--quiet", "HEAD")
        .filter(commit -> !commit.isEmpty())
        .flatMap(
            commit ->
                git(folder, "status", "--porcelain", "--untracked-files=no")
                    .map(changes -> new Checkout(commit, !changes.isEmpty())));
  }

  /** What git prints; empty when it fails or does not end. */
  private static Optional<String> git(Path folder, String... arguments) {
    ProcessBuilder builder = new ProcessBuilder("git", "--no-optional-locks");
    builder.command().addAll(List.of(arguments));
    builder.directory(folder.toAbsolutePath().toFile());
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      Process git = builder.start();
      git.getOutputStream().close();
      String printed = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!git.waitFor(SECONDS, TimeUnit.SECONDS)) {
        git.destroyForcibly();
        return Optional.empty();
      }
      return git.exitValue() == 0 ? Optional.of(printed.strip()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // there is no git
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
