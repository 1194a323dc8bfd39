/** Defects of the reading of clips. */
import type { Mutant } from '../mutant.js';

const READ_CLIP = 'src/results/clip/read-clip.ts';
const CLIP_READER = 'src/results/clip/clip-reader.ts';

export const CLIP_MUTANTS: readonly Mutant[] = [
  {
    name: 'clip-begins-at-nought',
    breaks: 'A clip whose first frame comes late is charged for the time before it.',
    edits: [{ file: READ_CLIP, find: ' - beginsAt) * 1_000', replace: ') * 1_000' }],
    model: 'clip',
    caughtBy: ['told'],
  },
  {
    name: 'sound-of-a-clip-not-counted',
    breaks: 'A clip whose sound goes on after its last picture is as long as its pictures.',
    edits: [
      {
        file: READ_CLIP,
        find: 'input.computeDuration(tracks)',
        replace: "input.computeDuration(tracks.filter(({ type }) => type === 'video'))",
      },
    ],
    model: 'clip',
    caughtBy: ['told'],
  },
  {
    name: 'trouble-of-a-provider-blames-its-clip',
    breaks: 'A result whose provider does not send it now is no clip for ever.',
    edits: [
      {
        file: CLIP_READER,
        find: 'throw new Error(`a range ended',
        replace: 'throw new NotAClipError(`a range ended',
      },
    ],
    model: 'clip',
    caughtBy: ['told'],
  },
  {
    name: 'ranges-beyond-their-bound',
    breaks: 'As much as a provider is asked for in ranges may be exceeded by the last of them.',
    edits: [{ file: CLIP_READER, find: 'while (to - from <= leftBytes)', replace: 'while (leftBytes > 0)' }],
    model: 'clip',
    caughtBy: ['bytes'],
  },
  {
    name: 'mute-thread-keeps-its-task',
    breaks: 'A clip in which its reader goes in circles is read for ever.',
    edits: [
      { file: CLIP_READER, find: 'TASK_TIME_LIMIT_MS = 60_000', replace: 'TASK_TIME_LIMIT_MS = 86_400_000' },
    ],
    model: 'clip',
    caughtBy: ['threads'],
  },
  {
    name: 'dead-thread-is-idle',
    breaks: 'A thread that has died gets the next clip.',
    edits: [
      {
        file: CLIP_READER,
        find: 'if (isSound) this.#idle.push(thread);\n      else void thread.terminate();',
        replace: 'this.#idle.push(thread);',
      },
    ],
    model: 'clip',
    caughtBy: ['threads'],
  },
];
