/** Defects of the store of kept results. */
import type { Mutant } from './mutant.js';

const CLIP_FILES = 'src/results/store/clip-files.ts';
const CLIP_DRAFT = 'src/results/store/clip-draft.ts';
const CLIP_STORE = 'src/results/store/clip-store.ts';
const NODE_RESULTS = 'src/node/assembly/results.ts';
const KEPT_CLIPS = 'src/results/store/kept-clips.ts';

export const KEPT_MUTANTS: readonly Mutant[] = [
  {
    name: 'clip-not-synced',
    breaks: 'A job is completed while its clip may not be on disk yet.',
    edits: [{ file: CLIP_DRAFT, find: 'await told(this.#host, this.#file.sync());', replace: '' }],
    caughtBy: ['kept-results'],
  },
  {
    name: 'name-of-a-clip-not-synced',
    breaks: 'A job is completed while the name of its clip may not be on disk yet.',
    edits: [
      {
        file: CLIP_FILES,
        find: 'clipName(owner)));\n  await files.syncNames(folder);',
        replace: 'clipName(owner)));',
      },
    ],
    caughtBy: ['kept-results'],
  },
  {
    name: 'completed-before-its-clip-is-kept',
    breaks: 'Nobody waits for a clip to be on disk before its job is completed.',
    edits: [
      {
        file: 'src/results/reading/examine-result.ts',
        find: 'if (result.isKept) await draft.keep();',
        replace: 'if (result.isKept) void draft.keep().catch(() => undefined);',
      },
    ],
    caughtBy: ['kept-results'],
  },
  {
    name: 'clips-of-failed-jobs-stay',
    breaks: 'A clip that was kept right before its job failed is never removed.',
    edits: [
      {
        file: 'src/node/assembly/results.ts',
        find: 'this.#over.has(owner.jobId)) this.store?.remove(owner);',
        replace: 'this.#over.has(owner.jobId)) this.store?.bytes;',
      },
    ],
    caughtBy: ['kept-results'],
  },
  {
    name: 'clip-on-its-way-left-by-a-crash',
    breaks: 'A start leaves the files of clips that were on their way.',
    edits: [{ file: CLIP_STORE, find: 'on.removeNow(join(folder, name));', replace: 'continue;' }],
    caughtBy: ['kept-results'],
  },
  {
    name: 'probe-of-the-disk-left',
    breaks: 'What was written to find out whether the folder takes files stays there.',
    edits: [
      {
        file: CLIP_FILES,
        find: 'await file.close();\n    await files.remove(path);',
        replace: 'await file.close();',
      },
    ],
    caughtBy: ['kept-results'],
  },
  {
    name: 'half-of-the-store-stays-free',
    breaks: 'Clips make room while half of the store is free.',
    edits: [{ file: CLIP_STORE, find: 'limits.bytesMax / 16)', replace: 'limits.bytesMax / 2)' }],
    caughtBy: ['kept-room'],
  },
  {
    name: 'clip-makes-room-without-a-word',
    breaks: 'A clip that had to make room is missing like one that was lost.',
    edits: [
      { file: CLIP_FILES, find: 'await files.makeEmpty(join(folder, evictedName(owner)));', replace: '' },
    ],
    caughtBy: ['kept-results'],
  },
  {
    name: 'young-clip-makes-room',
    breaks: 'A clip makes room for others before it has been kept for its time.',
    edits: [{ file: KEPT_CLIPS, find: 'if (keptAt < before) {', replace: 'if (keptAt < before + 1e9) {' }],
    caughtBy: ['kept-results'],
  },
  {
    name: 'room-of-a-clip-not-given-back',
    breaks: 'The store goes on counting the bytes of clips that are gone.',
    edits: [
      {
        file: KEPT_CLIPS,
        find: 'this.#bytes -= clip.bytes;\n    this.#files -= 1;',
        replace: 'this.#files -= 1;',
      },
    ],
    caughtBy: ['kept-results'],
  },
  {
    name: 'mark-of-the-folder-not-synced',
    breaks: 'A crash leaves an empty mark, and the node takes its own results for those of another.',
    edits: [
      {
        file: 'src/results/store/owned-folder.ts',
        find: 'await file.write(Buffer.from(this.#ownerMark));\n      await file.sync();',
        replace: 'await file.write(Buffer.from(this.#ownerMark));',
      },
    ],
    caughtBy: ['liveness', 'answers', 'run-never-ended', 'process-lives'],
  },
  {
    name: 'newest-clip-of-before-a-restart-makes-room',
    breaks: 'A start takes the clips of the folder for the older, the younger they are.',
    edits: [
      {
        file: 'src/results/store/clip-store.ts',
        find: 'sort((one, other) => one.modifiedAt - other.modifiedAt)',
        replace: 'sort((one, other) => other.modifiedAt - one.modifiedAt)',
      },
    ],
    faults: 'none',
    caughtBy: ['evictions'],
  },
  {
    name: 'account-that-kept-first-makes-room',
    breaks: 'Clips make room of the account that has kept some for longest, whoever holds most.',
    edits: [
      { file: KEPT_CLIPS, find: 'mostBytes = bytes;', replace: 'mostBytes = Number.MAX_SAFE_INTEGER;' },
    ],
    faults: 'none',
    caughtBy: ['evictions'],
  },
  {
    name: 'clip-has-the-type-that-its-provider-says',
    breaks: 'A clip that is not kept is served under the type that its provider gives it.',
    edits: [
      {
        file: 'src/node/assembly/results.ts',
        find: '{ ...opened.file, contentType };',
        replace: '{ ...opened.file, contentType: opened.file.contentType };',
      },
    ],
    caughtBy: ['served-types'],
  },
  {
    name: 'clips-are-young-after-a-restart',
    breaks: 'After a restart no clip is old enough to make room, and a full store takes no job.',
    edits: [
      {
        file: CLIP_STORE,
        find: 'keptAt: later(now, Math.min(0, modifiedAt - wallNow))',
        replace: 'keptAt: now',
      },
    ],
    caughtBy: ['kept-room'],
  },
  {
    name: 'young-clips-protect-old-ones',
    breaks: 'A store is full while the account that holds most has young clips alone, whatever others hold.',
    edits: [
      {
        file: KEPT_CLIPS,
        find: 'if (bytes <= mostBytes) continue;',
        replace:
          'if (bytes <= mostBytes || [...this.#holdings.values()].some((one) => one.bytes > bytes)) continue;',
      },
    ],
    caughtBy: ['kept-room'],
  },
  {
    name: 'results-are-opened-as-configured-today',
    breaks: 'A result is looked for where the configuration has results now, and not where it was left.',
    edits: [
      {
        file: NODE_RESULTS,
        find: 'output.file?.isKept === true\n        ?',
        replace: 'output.file !== undefined && this.#options.isKept(route.provider)\n        ?',
      },
    ],
    faults: 'light',
    caughtBy: ['kept-results'],
  },
  {
    name: 'reload-leaves-what-is-kept',
    breaks: 'Results are kept as the configuration of the start has it.',
    edits: [
      {
        file: 'src/node/assembly/core.ts',
        find: 'keepsResults(settings, provider)',
        replace: 'keepsResults(config, provider)',
      },
    ],
    faults: 'light',
    caughtBy: ['kept-results'],
  },
];
