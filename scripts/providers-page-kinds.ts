/** The words about each kind of provider, of which `docs/providers.md` is made. */

export interface AboutKind {
  /** Of the provider and the model in the example, and the variable of the key. */
  readonly name: string;
  readonly modelId: string;
  readonly keyVariable?: string;
  /** If the kind has none by itself. */
  readonly url?: string;
  /** Lengths in seconds. */
  readonly allowed: readonly number[];
  /** If the configuration decides it. */
  readonly lost?: string;
  readonly is: string;
  readonly polls: string;
  /** Goes on after "It cannot". */
  readonly cannot: string;
  /** How the names of failures are meant. */
  readonly failures: string;
}

export const ABOUT_KINDS: Readonly<Record<string, AboutKind>> = {
  fal: {
    name: 'fal',
    modelId: 'veo-3-fast',
    keyVariable: 'FAL_KEY',
    allowed: [4, 6, 8],
    is: `The queue API of [fal](https://docs.fal.ai). The model of a route is the endpoint's id. A model that the adapter
knows is held to its lengths, ratios and resolutions before anything is reserved; any other is left to the
service.`,
    polls: 'One GET each, and a second one when the request is over. They cost nothing.',
    cannot: `say that a request has failed: the queue calls it completed, and the adapter reads the error in its
response. It does not know a job's id again.`,
    failures: 'By `error_type` of a request, or by `type` of the first error of its model:',
  },
  replicate: {
    name: 'replicate',
    modelId: 'veo-3-fast',
    keyVariable: 'REPLICATE_API_TOKEN',
    allowed: [4, 6, 8],
    is: `The predictions of [Replicate](https://replicate.com/docs/reference/http). The model of a route is an official one
(\`owner/name\`), or a version of one (\`owner/name:version\`, or the version alone).`,
    polls: 'One GET each. They cost nothing.',
    cannot: `keep a result: the service removes it an hour after the end, so that \`results: keep\` is the default. Failures
have no codes but those in their texts.`,
    failures: 'By words in the `error` of a prediction, in small letters:',
  },
  runway: {
    name: 'runway',
    modelId: 'gen-4.5',
    keyVariable: 'RUNWAYML_API_SECRET',
    allowed: [4, 8],
    is: 'The tasks of [Runway](https://docs.dev.runwayml.com/api).',
    polls: 'One GET each, at most one in 5 seconds for a job, as the service asks.',
    cannot: `keep a result: its links end after 24 to 48 hours, so that \`results: keep\` is the default. Tasks beyond the
tier of the account wait as \`pending\`.`,
    failures:
      'By the beginning of `failureCode`; the first that fits counts, and every other is `provider_error`:',
  },
  veo: {
    name: 'google',
    modelId: 'veo-3',
    keyVariable: 'GEMINI_API_KEY',
    allowed: [4, 6, 8],
    is: 'Veo over the [Gemini API](https://ai.google.dev/gemini-api/docs/video), with a key of Google AI Studio.',
    polls: 'One GET each. The operation knows only done and not done, so there is no progress.',
    cannot: `cancel an operation, take a seed, or keep a file for more than two days. An operation that is done may hold
nothing but the reasons of a filter: that is \`content_rejected\`.`,
    failures: `By \`error.code\` of an operation, one of \`google.rpc.Code\`. An invalid argument (3) whose message speaks of the
rules for content is \`content_rejected\`:`,
  },
  luma: {
    name: 'luma',
    modelId: 'ray-2',
    keyVariable: 'LUMAAI_API_KEY',
    allowed: [5, 9],
    is: "The generations of [Luma's Dream Machine](https://docs.lumalabs.ai).",
    polls: 'One GET each. They cost nothing, and tell no progress.',
    cannot: `cancel a generation, or take a seed, a negative prompt or a \`data:\` URI. It does not know a job's id again.`,
    failures:
      'By words in `failure_reason`, or in the `detail` of a refusal, in small letters; the service has no codes:',
  },
  minimax: {
    name: 'minimax',
    modelId: 'hailuo-02',
    keyVariable: 'MINIMAX_API_KEY',
    allowed: [6, 10],
    is: `Video generation v1 of [MiniMax](https://platform.minimax.io/docs). An account of mainland China needs
\`url: "https://api.minimaxi.com"\`.`,
    polls: `One GET each. The service recommends ten seconds between them; \`calls-per-second-max\` bounds them all together.
The file is a second look-up, made each time that the result is opened.`,
    cannot: `cancel a task, or take a seed, a negative prompt or an aspect ratio. 1080p is for clips of 6 seconds. A link to a
file ends after nine hours, so that \`results: keep\` is the default.`,
    failures: `By \`base_resp.status_code\`, inside an answer with the status 200. 1002, 1039, 1041 and 2045 are limits: not now.
Every other code leaves the outcome of a submit open, and that of a poll too:`,
  },
  comfyui: {
    name: 'studio',
    modelId: 'studio-clip',
    url: 'http://10.0.0.5:8188',
    allowed: [2, 4],
    is: `A [ComfyUI](https://docs.comfy.org) server of your own, one that takes a \`prompt_id\`. It needs no key; if a proxy
before it does, \`key-env\` goes out as a bearer token. \`workflow\` is the file that "Export (API)" of ComfyUI writes, by
a path that counts from the configuration file's folder. Its strings hold \`{{prompt}}\`, and may hold
\`{{negative_prompt}}\`, \`{{seed}}\`, \`{{seconds}}\`, \`{{frames}}\` (seconds × \`fps\`), \`{{width}}\`, \`{{height}}\` and \`{{image}}\`. A value that is one
placeholder alone becomes a number if the placeholder is one. The model of a route is a name for people; the workflow
decides. \`tollgate check\` judges the file without calling anybody.

\`{{width}}\` and \`{{height}}\` follow from \`resolution\` and \`aspect_ratio\`, by default 720p at 16:9, in whole blocks of 16
pixels. \`{{image}}\` is the name of the uploaded image. A request with a field that the workflow has no place for is
refused.`,
    polls: `One GET of the history, and one of the queue while the prompt is in it. The whole queue is one answer, of at most
1 MiB, prompts of others included. Progress comes over one WebSocket, which is open while jobs are under way.`,
    cannot: `judge content, or remember: its queue is lost when it is restarted, and the jobs in it end as \`provider_error\`. A
second submit of one id is queued twice, so that a lost submit is looked for and never repeated.`,
    failures: `By \`error.type\` of a refused prompt, or by the last message in the history of a failed one. A workflow that saved
no video ends as \`result_unavailable\`:`,
  },
  'openai-videos': {
    name: 'upstream',
    modelId: 'upstream-clip',
    keyVariable: 'UPSTREAM_KEY',
    url: 'https://gateway.example/v1',
    allowed: [4, 8, 12],
    lost: 'given up; repeated with `idempotent-hours`',
    is: `\`/v1/videos\` as OpenAI made it, of servers that you run yourself and of other gateways, such as Tollgate. A server
without keys needs no \`key-env\`. Each submit carries the job's id as its \`Idempotency-Key\`. Set
\`idempotent-hours: 24\` only if the server promises to make one video of two submits with one key, for that long: a
lost submit is then repeated.`,
    polls: 'One GET each, with progress if the server tells it.',
    cannot: `cancel a video: the API only deletes those that are over. \`size\` is made of \`resolution\` and \`aspect_ratio\` if a request
has them. Results expire at most servers, so that \`results: keep\` is the default.`,
    failures: `By \`error.code\`, or by \`error\` if that is a text. A conflict (409) is no refusal: the submit before is under way:`,
  },
};
