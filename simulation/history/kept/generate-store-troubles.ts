/**
 * Makes troubles of the store of kept results, and jobs whose clips meet them: a process that ends while
 * one of many clips is on its way, a disk that now takes an operation and now does not, until it is well
 * again, and a store that fills up around a restart.
 */
import type { Random } from '../../world/random.js';
import type { SubmitCall } from '../client-call.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import { type CrashStep, FILE_FAULTS, type NodeStep } from '../node-history.js';

/** No other step makes keys of these numbers. */
const MANY_KEY = 8_100;
const FLAKY_KEY = 8_101;
const AGING_KEY = 8_102;
/** Of one account each. */
const RIVAL_KEYS = [9_240, 9_241] as const;
/** The first of those that meet a flaky disk. */
const READ_ONCE = 5;
const WHOLE = { delayMs: 0, do: 'whole' } as const;
const GONE = { delayMs: 0, do: 'gone' } as const;
const CREDITS_MICRO_DA = 900_000_000_000_000;

/** @param model one whose results are kept */
export function manyClips(random: Random, model: string, from: number): readonly NodeStep[] {
  const made = edgeStep(from, richKey(MANY_KEY, CREDITS_MICRO_DA));
  const submits = Array.from({ length: random.between(14, 24) }, (_, n) =>
    edgeStep(from + 200 + n * 250, submitOf(random, MANY_KEY, model, `One of many ${n}`)),
  );
  // A clip takes some seven operations: the tenth is on its way by then.
  const crash = endsAt(random, from + 1, random.between(50, 130));
  return [made, ...submits, crash];
}

/** @param model one whose results are kept */
export function flakyDisk(random: Random, model: string, from: number): readonly NodeStep[] {
  const made = edgeStep(from, richKey(FLAKY_KEY, CREDITS_MICRO_DA));
  const steps: NodeStep[] = [made];
  let at = from + 500;
  const ends = random.chance(0.4);
  for (let round = 0; round < (ends ? 2 : 1); round++) {
    for (let n = random.between(3, 10); n > 0; n--) {
      const [skip, operations] = [random.between(0, 3), random.between(1, 2)];
      steps.push({ id: 0, at, do: 'files', fault: random.pick(FILE_FAULTS), skip, operations });
    }
    if (ends && round === 0) steps.push(endsAt(random, at + 1, random.between(2, 25)));
    // The disk is looked at every two seconds, and is well in the end.
    const submits = random.between(9, 14);
    for (let n = 1; n <= submits; n++) {
      at += random.between(1_500, 3_500);
      const submit = submitOf(random, FLAKY_KEY, model, `Flaky ${round}.${n}`);
      steps.push(edgeStep(at, n <= READ_ONCE ? readOnce(submit) : submit));
    }
  }
  return steps;
}

/**
 * Clips of one account before a restart and after it, more than there is room for.
 *
 * @param restMs from the last clip to the restart, at least
 */
export function clipsAroundRestart(
  random: Random,
  { model, from, restMs }: { readonly model: string; readonly from: number; readonly restMs: number },
): readonly NodeStep[] {
  const before = random.between(3, 5);
  const submits = Array.from({ length: before + random.between(2, 4) }, (_, n) => {
    const at = from + 200 + n * 2_000 + (n < before ? 0 : 5_000 + restMs);
    return edgeStep(at, submitOf(random, AGING_KEY, model, `One of a few ${n}`));
  });
  const restartAt = from + before * 2_000 + 2_000 + restMs;
  return [
    edgeStep(from, richKey(AGING_KEY, CREDITS_MICRO_DA)),
    ...submits,
    { id: 0, at: restartAt, do: 'restart', downMs: random.pick([0, 50, 3_000]) },
  ];
}

/** Clips of two accounts, of which now the one holds most, now the other. */
export function clipsOfRivals(random: Random, model: string, from: number): readonly NodeStep[] {
  const made = RIVAL_KEYS.map((newKey, account) => {
    const [rpm, creditsMicroDa] = [10_000, CREDITS_MICRO_DA];
    return edgeStep(from, { op: 'create_key', newKey, account, rpm, creditsMicroDa });
  });
  const turns = [3, 2, random.between(3, 6), random.between(3, 6), random.between(2, 4)];
  const keys = turns.flatMap((clips, turn) => Array.from({ length: clips }, () => RIVAL_KEYS[turn % 2] ?? 0));
  return [
    ...made,
    ...keys.map((key, n) =>
      edgeStep(from + 300 + n * 2_000, submitOf(random, key, model, `Clip ${n} of two accounts`)),
    ),
  ];
}

/** A clip that was not kept is gone when it is read again: none of that job shows that the disk is well. */
function readOnce(submit: SubmitCall): SubmitCall {
  const script = submit.script && { ...submit.script, reads: [WHOLE, GONE] };
  return { ...submit, ...(script && { script }) };
}

function submitOf(random: Random, key: number, model: string, prompt: string): SubmitCall {
  const broken = random.chance(0.3) ? random.between(1, 2) : 0;
  return {
    op: 'submit',
    key,
    model,
    prompt,
    script: {
      submits: [],
      polls: [],
      reads: Array.from({ length: broken }, () => ({ delayMs: 0, do: 'breaks_off' }) as const),
      pendingMs: 0,
      runningMs: 100,
      end: { how: 'completed', outputMs: 1_000 },
    },
  };
}

function endsAt(random: Random, at: number, nth: number): CrashStep {
  return {
    id: 0,
    at,
    do: 'crash',
    on: 'file_operation',
    nth,
    side: random.pick(['before', 'after'] as const),
    undecided: random.pick(['kept', 'kept', 'lost'] as const),
    downMs: random.between(0, 50),
    times: 1,
    reboot: false,
  };
}
