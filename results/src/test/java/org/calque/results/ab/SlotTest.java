package org.calque.results.ab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class SlotTest {
  @Test
  void theOrderIsAbba() {
    String order =
        Slot.inOrder(5).stream()
            .map(slot -> slot.arm() == Arm.BASE ? "A" : "B")
            .collect(Collectors.joining());

    assertThat(order).isEqualTo("ABBAABBAAB");
  }

  @Test
  void aMachineThatSlowsDownAtAnEvenPaceSlowsBothArmsAlike() {
    List<Slot> slots = Slot.inOrder(4);

    assertThat(sumOfPlaces(slots, Arm.BASE)).isEqualTo(sumOfPlaces(slots, Arm.HEAD));
  }

  private static int sumOfPlaces(List<Slot> slots, Arm arm) {
    return slots.stream().filter(slot -> slot.arm() == arm).mapToInt(Slot::number).sum();
  }
}
