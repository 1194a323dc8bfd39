/** Histories of files that are read as clips, by threads that may fail. */
import type { FaultLevel, History } from '../../model.js';
import { Random } from '../../world/random.js';

export const CLIP_MODEL = 'clip';

const CONTAINERS = [
  'mp4',
  'mp4_with_its_index_behind',
  'fragmented_mp4',
  'mov',
  'mkv',
  'webm',
  'webm_without_a_length',
  'wave',
] as const;
export type Container = (typeof CONTAINERS)[number];

export interface Track {
  readonly beginsMs: number;
  readonly frames: number;
  readonly frameMs: number;
}

export interface ReadStep {
  readonly id: number;
  readonly at: number;
  readonly do: 'read';
  readonly container: Container;
  /** At least one of both. */
  readonly video?: Track;
  readonly audio?: Track;
  readonly frameBytes: number;
  /** `cut`: the last third is missing. `zeros`: its beginning is wiped out. `page`: no clip at all. */
  readonly damage: 'none' | 'cut' | 'zeros' | 'page' | 'empty';
  readonly over: 'ranges' | 'file';
  readonly bytesMax: number;
  /** Of ranges: from that read on, the provider answers so. */
  readonly trouble?: { readonly from: number; readonly how: 'reset' | 'short' | 'long' };
}

/** The next thread that is started. `none`: there is no room for it. `mute`: ready, it never answers. */
export interface ThreadStep {
  readonly id: number;
  readonly at: number;
  readonly do: 'thread';
  readonly how: 'none' | 'dies_at_once' | 'dies_at_its_task' | 'mute';
}

export type ClipStep = ReadStep | ThreadStep;
export type ClipHistory = History<ClipStep, null>;

const STEPS_MAX = 12;
const LONG_FILE_CHANCE = 0.15;

export function generateClipHistory(seed: number, faults: FaultLevel): ClipHistory {
  const random = new Random(seed);
  const threadShare = { none: 0, light: 0.15, heavy: 0.4 }[faults];
  let at = 0;
  const steps = Array.from({ length: random.between(2, STEPS_MAX) }, (_, id): ClipStep => {
    at += random.pick([0, 0, 1, 40, 5_000, 70_000]);
    return random.chance(threadShare)
      ? {
          id,
          at,
          do: 'thread',
          how: random.pick(['none', 'dies_at_once', 'dies_at_its_task', 'mute'] as const),
        }
      : { ...readStep(random, faults), id, at };
  });
  return { v: 1, model: CLIP_MODEL, seed, faults, setup: null, steps };
}

function readStep(random: Random, faults: FaultLevel): ReadStep {
  const container = random.pick(CONTAINERS);
  const tracks = container === 'wave' ? 'audio' : random.pick(['video', 'audio', 'both', 'both'] as const);
  const isLong = random.chance(LONG_FILE_CHANCE);
  const over = random.chance(0.7) ? 'ranges' : 'file';
  return {
    id: 0,
    at: 0,
    do: 'read',
    container,
    ...(tracks === 'audio' ? {} : { video: track(random, container, random.pick([33, 40, 41, 100])) }),
    ...(tracks === 'video' ? {} : { audio: track(random, container, 20) }),
    frameBytes: isLong ? 20_000 : random.pick([8, 50, 900]),
    damage: random.weighted([
      [8, 'none'],
      [1, 'cut'],
      [1, 'zeros'],
      [1, 'page'],
      [0.5, 'empty'],
    ] as const),
    over,
    bytesMax: random.pick([400, 100_000, 600_000, 4_000_000]),
    ...(over === 'ranges' && faults !== 'none' && random.chance(0.2)
      ? { trouble: { from: random.below(3), how: random.pick(['reset', 'short', 'long'] as const) } }
      : {}),
  };
}

/** Of one frame alone some containers do not say how long it is shown. */
function track(random: Random, container: Container, frameMs: number): Track {
  const beginsMs = container === 'wave' ? 0 : random.pick([0, 0, 200, 1_250]);
  return { beginsMs, frames: random.pick([2, 30, random.between(3, 90)]), frameMs };
}
