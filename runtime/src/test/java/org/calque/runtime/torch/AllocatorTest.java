package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Whether memory that an operator frees goes back to the system, counted in page faults. */
class AllocatorTest {
  /** Pages of the tensor that is copied. */
  private static final long PAGES = 4096;

  private static final String MAPPED = "MALLOC_MMAP_THRESHOLD_=1048576";

  @Test
  void retainedMemoryIsNotFaultedInAgain() {
    assertThat(faultsOfACopy("retained")).isLessThan(PAGES / 20);
  }

  @Test
  void memoryIsMappedForEachCopyWhereTheRecordingDidSo() {
    assertThat(faultsOfACopy("as-recorded")).isBetween(PAGES * 9 / 10, PAGES * 11 / 10);
  }

  private static long faultsOfACopy(String allocator) {
    Fork fork =
        Fork.run(
            ForkedAllocator.class, Map.of(), "-Dallocator=" + allocator, "-Drecorded=" + MAPPED);
    Matcher faults = Pattern.compile("faults: (\\d+)").matcher(fork.output());
    assertThat(faults.find()).as(fork.output()).isTrue();
    return Long.parseLong(faults.group(1));
  }
}
