package org.calque.runtime.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much memory is left, by the files of machines and containers. */
class AvailableMemoryTest {
  private static final long KIB = 1024;

  @TempDir private Path root;

  @BeforeEach
  void machineWithThousandKibibytes() throws IOException {
    write("proc/meminfo", "MemTotal:  4000 kB\nMemFree:  10 kB\nMemAvailable:  1000 kB\n");
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private void group(String group, String limit, long usage, long cache) throws IOException {
    write("proc/self/cgroup", "0::/jobs/ours\n");
    String folder = "sys/fs/cgroup" + group;
    write(folder + "/memory.max", limit + "\n");
    write(folder + "/memory.current", usage + "\n");
    write(folder + "/memory.stat", "anon 7\ninactive_file " + cache + "\n");
  }

  @Test
  void withoutControlGroupsItIsWhatTheKernelCouldGive() {
    assertThat(AvailableMemory.bytes(root)).isEqualTo(1000 * KIB);
  }

  @Test
  void aGroupLeavesItsLimitLessWhatIsUsedAndCannotBeGivenBack() throws IOException {
    group("/jobs/ours", Long.toString(600 * KIB), 500 * KIB, 150 * KIB);

    assertThat(AvailableMemory.bytes(root)).isEqualTo(250 * KIB);
  }

  @Test
  void aGroupAroundItMayLeaveLess() throws IOException {
    group("/jobs/ours", Long.toString(600 * KIB), 100 * KIB, 0);
    group("/jobs", Long.toString(600 * KIB), 590 * KIB, 0);

    assertThat(AvailableMemory.bytes(root)).isEqualTo(10 * KIB);
  }

  @Test
  void aContainerSeesItsOwnGroupAtTheTop() throws IOException {
    group("", Long.toString(300 * KIB), 100 * KIB, 0);

    assertThat(AvailableMemory.bytes(root)).isEqualTo(200 * KIB);
  }

  @Test
  void aGroupWithoutLimitLeavesAll() throws IOException {
    group("/jobs/ours", "max", 500 * KIB, 0);

    assertThat(AvailableMemory.bytes(root)).isEqualTo(1000 * KIB);
  }

  @Test
  void aGroupThatIsFullLeavesNothing() throws IOException {
    group("/jobs/ours", Long.toString(600 * KIB), 700 * KIB, 0);

    assertThat(AvailableMemory.bytes(root)).isZero();
  }

  @Test
  void theFirstVersionOfControlGroupsIsRead() throws IOException {
    write("proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/jobs\n0::/\n");
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", Long.MAX_VALUE / 4096 * 4096 + "\n");
    write("sys/fs/cgroup/memory/memory.usage_in_bytes", 900 * KIB + "\n");
    write("sys/fs/cgroup/memory/jobs/memory.limit_in_bytes", 400 * KIB + "\n");
    write("sys/fs/cgroup/memory/jobs/memory.usage_in_bytes", 300 * KIB + "\n");
    write("sys/fs/cgroup/memory/jobs/memory.stat", "total_inactive_file " + 50 * KIB + "\n");

    assertThat(AvailableMemory.bytes(root)).isEqualTo(150 * KIB);
  }

  @Test
  void elsewhereItIsWhatIsFree() throws IOException {
    Files.delete(root.resolve("proc/meminfo"));

    assertThat(AvailableMemory.bytes(root)).isPositive();
  }

  @Test
  void thisMachineHasSomeAndNotMoreThanAPetabyte() {
    assertThat(AvailableMemory.bytes()).isBetween(1L << 20, 1L << 50);
  }
}
