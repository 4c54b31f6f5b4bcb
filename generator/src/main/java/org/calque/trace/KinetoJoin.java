package org.calque.trace;

/**
 * Brings the times of a Kineto trace to the nodes of an execution trace of the same program: by
 * record function ids if both have them, or else by what each thread calls, one after the other. A
 * node is only ever joined with an event of its name.
 */
public final class KinetoJoin {
  private KinetoJoin() {}

  /**
   * The times of the trace's nodes. If none can be joined, no node has a time, and {@link
   * Timings.Join#remark} says why.
   */
  public static Timings of(ExecutionTrace trace, KinetoTrace timeline) {
    EventNames names = new EventNames(trace.columns(), timeline);
    CpuThreads threads = new CpuThreads(timeline);
    EventMatch match =
        RecordFunctionMatch.of(trace, timeline, names)
            .orElseGet(() -> SequenceMatch.of(trace, timeline, threads, names));
    TimingsBuilder builder = new TimingsBuilder(trace.size());
    CpuEvents cpu = timeline.cpu();
    int[] rows = match.rows();
    for (int node = 0; node < rows.length; node++) {
      if (rows[node] >= 0) {
        builder.cpu(node, cpu.start(rows[node]), cpu.duration(rows[node]));
      }
    }
    LaunchOwners owners = new LaunchOwners(timeline, threads);
    int[] nodes = LaunchOwners.inverse(rows, cpu.size());
    DeviceEvents device = timeline.device();
    for (int event = 0; event < device.size(); event++) {
      int node = owners.node(event, nodes);
      if (node >= 0) {
        builder.device(node, device.duration(event), device.stream(event));
      }
    }
    return builder.build(
        trace,
        new Timings.Join(
            match.method(),
            builder.joined(),
            match.nodes(),
            builder.attached(),
            device.size(),
            match.runs(),
            match.run(),
            match.recorded(),
            match.remark()));
  }
}
