/** A submit waits for its busy provider while the node is stopped, and is to be noted on disk. */
import { type Situation, WELL } from './situation.js';

/** The node is stopped while its provider is busy, and a submit has waited for less than a moment. */
export const stopsWhileItWaits: Situation = {
  fits: ({ lostAnswer }) => lostAnswer === 'forgetful',
  arrange: (random, submittedAt) => ({
    script: { ...WELL, submits: [{ delayMs: 20, do: 'not_now', askAgainAfterMs: 5_000 }] },
    troubles: [{ id: 0, at: submittedAt + random.between(1_100, 1_700), do: 'restart', downMs: 50 }],
    againAt: submittedAt + 1_000,
  }),
};

/** The disk refuses the note that a submit waits, and the node is stopped long after. */
export const noteIsRefused: Situation = {
  arrange: (random, submittedAt) => ({
    script: {
      ...WELL,
      submits: Array.from(
        { length: 2 },
        () => ({ delayMs: 20, do: 'not_now', askAgainAfterMs: 9_000 }) as const,
      ),
    },
    troubles: [
      {
        id: 0,
        at: submittedAt + random.between(900, 1_010),
        do: 'disk',
        fault: 'reject',
        skip: 0,
        commits: random.between(1, 2),
      },
      { id: 0, at: submittedAt + random.between(7_000, 8_000), do: 'restart', downMs: 50 },
    ],
  }),
};

/** The disk is slow with the note that a submit waits, and its provider takes it meanwhile. */
export const noteIsSlow: Situation = {
  arrange(random, submittedAt) {
    const askAgainAfterMs = random.between(1_020, 1_300);
    const at = submittedAt + random.between(950, 1_015);
    const fault = random.pick(['hang_then_commit', 'commit_then_hang'] as const);
    return {
      script: { ...WELL, submits: [{ delayMs: 20, do: 'not_now', askAgainAfterMs }] },
      troubles: [
        { id: 0, at, do: 'disk', fault, skip: 0, commits: 1 },
        { id: 0, at: at + random.between(300, 900), do: 'release_disk' },
      ],
    };
  },
};
