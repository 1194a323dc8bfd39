/** Defects of what adapters ask their services for, and of what they read in the answers. */
import type { Mutant } from '../mutant.js';

const ADAPTERS = 'src/providers/adapters';

export const ASKED_MUTANTS: readonly Mutant[] = [
  {
    name: 'address-of-an-image-not-judged',
    breaks: 'The image of a request is loaded from any address, as if the configuration had named it.',
    edits: [
      { file: `${ADAPTERS}/remote/image-bytes.ts`, find: '{ url, isForeign: true }', replace: '{ url }' },
    ],
    faults: 'none',
    caughtBy: ['service-asked'],
  },
  {
    name: 'progress-of-others-heard',
    breaks: 'The progress of a prompt of somebody else counts for a job.',
    edits: [
      {
        file: `${ADAPTERS}/comfyui/comfyui-progress.ts`,
        find: "const job = this.#jobs.get(textAt(message, 'data', 'prompt_id') ?? '');",
        replace: 'const [job] = this.#jobs.values();',
      },
    ],
    faults: 'none',
    caughtBy: ['service-words'],
  },
  {
    name: 'place-told-in-a-failure',
    breaks: 'A client is told of the URLs that a provider names as it fails.',
    edits: [
      {
        file: `${ADAPTERS}/remote/remote-answers.ts`,
        find: "    .replace(/\\b[a-z][a-z0-9+.-]*:\\/\\/\\S+/gi, '[link]')\n",
        replace: '',
      },
    ],
    faults: 'none',
    caughtBy: ['service-words'],
  },
  {
    name: 'page-uploaded-as-image',
    breaks: 'Whatever lies at the address of an image is sent to the service as one.',
    edits: [
      {
        file: `${ADAPTERS}/remote/image-bytes.ts`,
        find: 'if (!/^image\\/[a-z0-9.+-]+$/.test(type))',
        replace: "if (type === '')",
      },
    ],
    faults: 'none',
    caughtBy: ['service-asked'],
  },
  {
    name: 'folder-of-upload-lost',
    breaks: 'A workflow loads the image that another folder of ComfyUI has under the same name.',
    edits: [
      {
        file: `${ADAPTERS}/comfyui/comfyui-images.ts`,
        find: 'return subfolder === undefined ? name :',
        replace: 'return subfolder !== undefined ? name :',
      },
    ],
    faults: 'none',
    caughtBy: ['service-asked'],
  },
  {
    name: 'token-in-words-of-failure',
    breaks: 'A client is told of the key that a service names as it fails.',
    edits: [
      {
        file: `${ADAPTERS}/remote/remote-answers.ts`,
        find: "'$1 [secret]'",
        replace: "'$&'",
      },
    ],
    faults: 'none',
    caughtBy: ['service-words'],
  },
  {
    name: 'refused-look-opens-breaker',
    breaks: 'A service that does not know one job any more counts as one that does not answer.',
    edits: [
      {
        file: `${ADAPTERS}/remote/remote-answers.ts`,
        find: 'throw new (isRefused ? RefusedError : Error)',
        replace: 'throw new (isRefused ? Error : Error)',
      },
    ],
    faults: 'none',
    caughtBy: ['service-words'],
  },
  {
    name: 'prompt-that-ends-between-looks-lost',
    breaks: 'A prompt that ends between the looks at ComfyUI counts as one that has failed.',
    edits: [
      {
        file: `${ADAPTERS}/comfyui/comfyui-states.ts`,
        find: '(await inQueue(service, promptId, signal)) ??\n    (await inHistory(service, promptId, signal))\n',
        replace: '(await inQueue(service, promptId, signal))\n',
      },
    ],
    faults: 'none',
    caughtBy: ['service-words'],
  },
  {
    name: 'key-sent-wherever-a-file-lies',
    breaks: 'The key of a service goes to the origin of each file that it names.',
    edits: [
      {
        file: 'src/outward/requests.ts',
        find: '...(withSecret && url.origin === this.origin ?',
        replace: '...(withSecret ?',
      },
    ],
    faults: 'none',
    caughtBy: ['service-words'],
  },
  {
    name: 'key-sent-again-on-the-way-back',
    breaks: 'A redirect to another origin, and from there back, is followed with the key.',
    edits: [
      {
        file: 'src/outward/requests.ts',
        find: 'withSecret: sent.withSecret && url.origin === this.origin }',
        replace: 'withSecret: sent.withSecret }',
      },
    ],
    faults: 'none',
    caughtBy: ['service-words'],
  },
  {
    name: 'word-for-content-forgotten',
    breaks: 'A prompt with sensitive words, as Veo says it, counts as one that is wrong otherwise.',
    edits: [{ file: `${ADAPTERS}/veo/veo-adapter.ts`, find: '|sensitive|', replace: '|' }],
    faults: 'none',
    caughtBy: ['service-words'],
  },
  {
    name: 'forbidden-key-taken-for-a-wrong-url',
    breaks: 'A probe that is answered 403 says that the URL has to be mended.',
    edits: [
      {
        file: `${ADAPTERS}/remote/probe.ts`,
        find: 'status === 401 || status === 403',
        replace: 'status === 401',
      },
    ],
    faults: 'none',
    caughtBy: ['service-words'],
  },
  {
    name: 'look-at-a-response-taken-for-its-end',
    breaks: 'A look at the response of fal that is refused for its method ends the job.',
    edits: [
      {
        file: `${ADAPTERS}/fal/fal-adapter.ts`,
        find: 'new Set([401, 403, 404, 405, 408, 429])',
        replace: 'new Set([401, 403, 404, 408, 429])',
      },
    ],
    faults: 'none',
    caughtBy: ['service-words'],
  },
  {
    name: 'frames-cut-off',
    breaks: 'A clip has the frames that are whole in its seconds, and not the nearest number of them.',
    edits: [
      {
        file: `${ADAPTERS}/comfyui/comfyui-values.ts`,
        find: 'Math.round(seconds * fps)',
        replace: 'Math.floor(seconds * fps)',
      },
    ],
    faults: 'none',
    caughtBy: ['service-asked'],
  },
  {
    name: 'progress-of-all-left-with-the-first',
    breaks: 'The WebSocket for progress is closed with the first job that is over, whoever is under way.',
    edits: [
      {
        file: `${ADAPTERS}/comfyui/comfyui-progress.ts`,
        find: '    if (this.#jobs.size > 0) return;\n',
        replace: '',
      },
    ],
    faults: 'none',
    caughtBy: ['service-words'],
  },
  {
    name: 'progress-asked-for-by-another-name',
    breaks: 'Prompts are submitted under another name than the one that listens to their progress.',
    edits: [
      {
        file: `${ADAPTERS}/comfyui/comfyui-adapter.ts`,
        find: 'client_id: clientId',
        replace: 'client_id: promptId',
      },
    ],
    faults: 'none',
    caughtBy: ['service-words'],
  },
  {
    name: 'wait-beside-a-code-forgotten',
    breaks: 'A limit that is told by a code inside a 200 loses the wait that comes with it.',
    edits: [
      {
        file: `${ADAPTERS}/minimax/minimax-adapter.ts`,
        find: '{ ...answer, status: 429 }',
        replace: '{ status: 429, body: answer.body, retryAfterMs: undefined }',
      },
    ],
    faults: 'none',
    caughtBy: ['service-words'],
  },
  {
    name: 'file-of-two-days-taken-for-lasting',
    breaks: 'Results of a service that forgets them in two days are not kept unless somebody says so.',
    edits: [
      {
        file: `${ADAPTERS}/veo/veo-adapter.ts`,
        find: 'resultsExpire: true',
        replace: 'resultsExpire: false',
      },
    ],
    faults: 'none',
    caughtBy: ['service-asked'],
  },
];
