package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.calque.runtime.ReplayException;
import org.junit.jupiter.api.Test;

/** What the launcher takes from the command line, and what forks get. */
class LauncherArgumentsTest {

  @Test
  void jmhGetsEverythingButTheLaunchersOwnOptions() {
    LauncherArguments arguments =
        LauncherArguments.parse(List.of("step", "-f", "1", "--store", "runs", "-prof", "gc"));
    assertThat(arguments.store()).isEqualTo(Path.of("runs"));
    assertThat(arguments.jmh()).containsExactly("step", "-f", "1", "-prof", "gc");
  }

  @Test
  void runsAreStoredUnlessToldOtherwise() {
    assertThat(LauncherArguments.parse(List.of()).store()).isEqualTo(Path.of("results", "runs"));
    assertThat(LauncherArguments.parse(List.of("--no-store")).store()).isNull();
  }

  @Test
  void storeWithoutFolderIsRefused() {
    assertThatThrownBy(() -> LauncherArguments.parse(List.of("--store")))
        .isInstanceOf(ReplayException.class)
        .hasMessage("--store needs a folder");
  }

  @Test
  void theBoundOfMemoryIsTheLaunchersOwn() {
    LauncherArguments arguments =
        LauncherArguments.parse(List.of("step", "--max-memory", "4g", "-f", "1"));
    assertThat(arguments.maxMemory()).isEqualTo("4g");
    assertThat(arguments.jmh()).containsExactly("step", "-f", "1");
    assertThatThrownBy(() -> LauncherArguments.parse(List.of("--max-memory")))
        .isInstanceOf(ReplayException.class)
        .hasMessageStartingWith("--max-memory needs a size");
  }

  @Test
  void whatAReplayMayDoOtherwiseIsTheLaunchersOwn() {
    LauncherArguments arguments =
        LauncherArguments.parse(
            List.of(
                "--skip-uncovered",
                "--allow-dtype",
                "float16=float32",
                "--op-library",
                "a.so",
                "step",
                "--allow-dtype",
                "bfloat16=float32",
                "--op-library",
                "b.so"));
    assertThat(arguments.skipUncovered()).isTrue();
    assertThat(arguments.types()).hasToString("float16=float32+bfloat16=float32");
    assertThat(arguments.libraries()).containsExactly(Path.of("a.so"), Path.of("b.so"));
    assertThat(arguments.jmh()).containsExactly("step");
    assertThatThrownBy(() -> LauncherArguments.parse(List.of("--allow-dtype", "half")))
        .isInstanceOf(ReplayException.class)
        .hasMessageStartingWith("types=half is neither");
  }

  @Test
  void aRunGoesOnWithWhatItWasAskedForAndPerhapsAnotherTimeLimit() {
    LauncherArguments given =
        LauncherArguments.parse(
            List.of("--resume", "latest", "--store", "runs", "--time-limit", "2m"));

    LauncherArguments resumed =
        given.resuming(
            List.of("step", "--lazy", "--ruler", "-rf", "json", "-rff=x.json", "-f", "2"));

    assertThat(resumed.store()).isEqualTo(Path.of("runs"));
    assertThat(resumed.lazy()).isTrue();
    assertThat(resumed.ruler()).isTrue();
    assertThat(resumed.timeLimit()).hasMinutes(2);
    assertThat(resumed.jmh()).containsExactly("step", "-f", "2");
    assertThatThrownBy(
            () ->
                LauncherArguments.parse(List.of("--resume", "latest", "--lazy"))
                    .resuming(List.of("step")))
        .isInstanceOf(ReplayException.class)
        .hasMessage("--resume runs what the run was asked for; leave out --lazy");
  }

  @Test
  void aRunIsMadeAgainAsItWasAskedForButForFilesAndItsStore() {
    List<String> begun =
        List.of(
            "step",
            "--lazy",
            "--store",
            "theirs",
            "-rf",
            "json",
            "-rff",
            "x.json",
            "-o=log",
            "-f",
            "2",
            "--time-limit",
            "2m");

    LauncherArguments again = LauncherArguments.again(begun, Path.of("ours"));

    assertThat(again.all()).isEqualTo(begun);
    assertThat(again.store()).isEqualTo(Path.of("ours"));
    assertThat(again.resume()).isNull();
    assertThat(again.lazy()).isTrue();
    assertThat(again.timeLimit()).hasMinutes(2);
    assertThat(again.jmh()).containsExactly("step", "-f", "2");
  }

  @Test
  void forksGetTheLibrarySettingsAndTheUsersArgumentsLast() {
    Properties properties = new Properties();
    properties.setProperty("calque.torch.lib", "/opt/torch/lib");
    properties.setProperty("user.home", "/root");
    assertThat(ForkArguments.of(17, properties, false, List.of("-Xmx1g")))
        .containsExactly(
            "-Dorg.bytedeco.javacpp.maxBytes=0",
            "-Dorg.bytedeco.javacpp.maxPhysicalBytes=0",
            "-Dcalque.torch.lib=/opt/torch/lib",
            "-Xmx1g");
  }

  /** JMH does not keep a state on its thread where there are several in another's executor. */
  @Test
  void aSingleThreadAllocatesFromTheMainArena() {
    assertThat(ForkArguments.of(17, new Properties(), true, List.of()))
        .contains(
            "-Djmh.executor=CUSTOM",
            "-Djmh.executor.class=org.calque.runtime.linux.MainArenaExecutor");
    assertThat(ForkArguments.of(17, new Properties(), false, List.of()))
        .noneMatch(argument -> argument.contains("executor"));
  }

  @Test
  void newerJvmsGetNativeAccess() {
    assertThat(ForkArguments.of(25, new Properties(), true, List.of()))
        .contains("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
  }
}
