/** One busy key: nanoseconds and bytes per decision, with the clock read and without. */
import { SystemWorld } from '../../../src/node/clock/system-world.js';
import { profileHeap } from '../../machine/heap-profile.js';
import { type BenchOptions, type SectionReport, type Spread, spread } from '../../section.js';
import { DecisionParts } from './decision-parts.js';
import { cpuNs } from './decision-time.js';

/** As high as a limit goes: 16 decisions a millisecond stay below it. */
const RPM = 1_000_000;
const DECISIONS_A_MS = 16;
const FULL_RPM = 60;
const FROM_MS = 1_000_000;
/** After a minute at that pace as many expire as come. */
const WARM_UPS = 70_000 * DECISIONS_A_MS;
const DECISIONS = 2_000_000;
const DECISIONS_QUICK = 500_000;
const NS_MAX = 60;
/** The profiler and the call around the work allocate some hundred bytes, whatever the work does. */
const BYTES_MAX = 0.01;

export async function measureBusyKey({ rounds, isQuick, progress }: BenchOptions): Promise<SectionReport> {
  progress('one busy key');
  const decisions = isQuick ? DECISIONS_QUICK : DECISIONS;
  const contenders = makeContenders();
  for (const { run } of contenders) run(WARM_UPS);
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, run } of contenders) {
      const began = cpuNs();
      run(decisions);
      times.get(name)?.push((cpuNs() - began) / decisions);
    }
  }
  const rows: { name: string; figures: Record<string, Spread> }[] = [];
  const profiles: string[] = [];
  const bytes: number[] = [];
  for (const { name, run } of contenders) {
    const profile = profileHeap(() => run(decisions));
    bytes.push(profile.bytes / decisions);
    profiles.push(
      `Heap profile of ${decisions.toLocaleString('en-US')} times "${name}": ${profile.bytes.toLocaleString('en-US')} bytes in all (${profile.most.join(', ') || 'none'}).`,
    );
    rows.push({
      name,
      figures: {
        'CPU ns/decision': spread(times.get(name) ?? []),
        'bytes allocated/decision': spread([profile.bytes / decisions]),
      },
    });
  }
  const [admit = [], admitWithClock = []] = [...times.values()];
  return {
    rows,
    verdicts: [
      {
        what: 'decision on one busy key, ns',
        value: spread(admit).median,
        spread: spread(admit),
        target: { atMost: NS_MAX },
      },
      {
        what: 'the same with the clock read, ns',
        value: spread(admitWithClock).median,
        spread: spread(admitWithClock),
        target: { atMost: NS_MAX },
      },
      {
        what: 'bytes allocated by such a decision',
        value: Math.max(bytes[0] ?? 0, bytes[1] ?? 0),
        target: { atMost: BYTES_MAX },
      },
    ],
    notes: profiles,
  };
}

interface Contender {
  readonly name: string;
  run(decisions: number): void;
}

/** Each has a key of its own and functions of its own, so that none is compiled for the calls of another. */
function makeContenders(): readonly Contender[] {
  const world = new SystemWorld(0);
  const busy = busyKey();
  const busyWithClock = busyKey();
  const full = new DecisionParts(1, FULL_RPM);
  const decideFull = full.deciderFor(full.fields[0] ?? '');
  for (let sent = 0; sent < FULL_RPM; sent++) decideFull(FROM_MS);
  return [
    {
      name: 'one busy key, admitted',
      run(decisions) {
        for (let count = 0; count < decisions; count += DECISIONS_A_MS) {
          const nowMs = busy.nextMs();
          for (let at = 0; at < DECISIONS_A_MS; at++) if (!busy.decide(nowMs)) throw new Error('refused');
        }
      },
    },
    {
      name: 'one busy key, admitted, clock read each time',
      run(decisions) {
        for (let count = 0; count < decisions; count += DECISIONS_A_MS) {
          const nowMs = busyWithClock.nextMs();
          // The decisions come faster than the limit: read as in production, but time goes on with their
          // number.
          for (let at = 0; at < DECISIONS_A_MS; at++)
            if (world.steadyMs() < 0 || !busyWithClock.decide(nowMs)) throw new Error('refused');
        }
      },
    },
    {
      name: 'the clock read alone',
      run(decisions) {
        for (let at = 0; at < decisions; at++) if (world.steadyMs() < 0) throw new Error('before all time');
      },
    },
    {
      name: 'one key whose window is full, refused',
      run(decisions) {
        for (let at = 0; at < decisions; at++) if (decideFull(FROM_MS)) throw new Error('admitted');
      },
    },
  ];
}

function busyKey(): { readonly decide: (nowMs: number) => boolean; readonly nextMs: () => number } {
  const parts = new DecisionParts(1, RPM);
  let nowMs = FROM_MS;
  return { decide: parts.deciderFor(parts.fields[0] ?? ''), nextMs: () => nowMs++ };
}
