/** The allocations of a piece of work on the JavaScript heap, by V8's sampling heap profiler. */
import { type HeapProfiler, Session } from 'node:inspector';

/** A sample is taken every so many bytes on average; the profile is scaled accordingly. */
const SAMPLED_EVERY_BYTES = 256;

export interface HeapProfile {
  /** All that was allocated, whether it is garbage by now or not. */
  readonly bytes: number;
  /** `function bytes`, those that allocated most first. */
  readonly most: readonly string[];
}

export function profileHeap(work: () => void): HeapProfile {
  const session = new Session();
  session.connect();
  // Each of these answers within the call.
  session.post('HeapProfiler.startSampling', {
    samplingInterval: SAMPLED_EVERY_BYTES,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  } as HeapProfiler.StartSamplingParameterType);
  work();
  let profile: HeapProfiler.SamplingHeapProfile | undefined;
  session.post('HeapProfiler.stopSampling', (error, answer) => {
    if (error === null) profile = answer.profile;
  });
  session.disconnect();
  if (profile === undefined) throw new Error('the heap profiler gave no profile');
  const byFunction = new Map<string, number>();
  collect(profile.head, byFunction);
  const all = [...byFunction].sort(([, a], [, b]) => b - a);
  return {
    bytes: all.reduce((sum, [, bytes]) => sum + bytes, 0),
    most: all.slice(0, 5).map(([name, bytes]) => `${name} ${bytes}`),
  };
}

function collect(node: HeapProfiler.SamplingHeapProfileNode, byFunction: Map<string, number>): void {
  const name = node.callFrame.functionName || '(anonymous)';
  if (node.selfSize > 0) byFunction.set(name, (byFunction.get(name) ?? 0) + node.selfSize);
  for (const child of node.children) collect(child, byFunction);
}
