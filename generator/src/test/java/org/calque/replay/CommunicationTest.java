package org.calque.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.trace.TraceTensor.floats;

import java.util.List;
import org.calque.trace.TraceJson;
import org.junit.jupiter.api.Test;

/** What a record of communication says, in the inputs of each version. */
class CommunicationTest {
  private final TraceJson json = new TraceJson();

  private String collective() {
    return Communication.collective(json.read().nodes().get(1));
  }

  private TraceJson.Node comms() {
    return json.label("record_param_comms").attribute("scope", 0L);
  }

  @Test
  void theNameFollowsTheRankOfTheOldestVersion() {
    comms().takes(List.of(floats(1, 8)), 337L, 93825114103440L, 0L, "allreduce", List.of());

    assertThat(collective()).isEqualTo("allreduce");
  }

  @Test
  void aProcessGroupIsNotTheName() {
    comms().takes(List.of(floats(1, 8)), 47L, List.of("0", "default_pg"), 0L, "broadcast");

    assertThat(collective()).isEqualTo("broadcast");
  }

  @Test
  void waitingHasNoTensor() {
    comms().takes(47L, List.of("", ""), 0L, "wait", List.of(), List.of(), -1L, -1L, 1L);

    assertThat(collective()).isEqualTo("wait");
  }

  @Test
  void aRecordWithoutANameIsCalledWhatTheNodeIs() {
    comms().takes(47L);

    assertThat(collective()).isEqualTo("record_param_comms");
  }

  @Test
  void anOperatorWithoutARecordHasItsOwnName() {
    json.call("c10d::barrier(Tensor tensor) -> ()").takes(floats(1, 1));

    assertThat(collective()).isEqualTo("c10d::barrier");
  }
}
