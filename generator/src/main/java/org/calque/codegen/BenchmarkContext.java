package org.calque.codegen;

import com.palantir.javapoet.TypeSpec;
import java.util.List;
import org.calque.replay.ReplayProgram;
import org.calque.replay.WorkloadManifest;

/**
 * What the aspects of one benchmark class work on.
 *
 * @param program what the class replays
 * @param manifest facts about the workload
 * @param className simple name of the class
 * @param groups the nested classes of its modules
 * @param lists long lists that go to a resource
 * @param type the class so far
 */
record BenchmarkContext(
    ReplayProgram program,
    WorkloadManifest manifest,
    String className,
    List<ModuleGroup> groups,
    LongLists lists,
    TypeSpec.Builder type) {}
