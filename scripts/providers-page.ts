/**
 * Writes `docs/providers.md` from the adapters and the words about each kind.
 *
 * A test compares the file with what this makes;
 * `npx vitest run test/providers/providers-page.test.ts --update` rewrites it.
 */
import { VirtualWorld } from '../simulation/world/virtual-world.js';
import { wrap } from '../src/node/config/word-wrap.js';
import { noService } from '../src/outward/no-service.js';
import type { Adapter } from '../src/providers/adapters/adapter.js';
import { ADAPTERS } from '../src/providers/adapters/adapters.js';
import type { Provider } from '../src/providers/provider.js';
import { ABOUT_KINDS, type AboutKind } from './providers-page-kinds.js';

const WIDTH_MAX = 110;

const HEAD = `# Providers

<!-- Made from src/providers/adapters/; rewrite: npx vitest run test/providers/providers-page.test.ts -u -->

A provider is a service that makes clips: one that people pay for, or one that they run themselves. The
configuration names providers and their keys, and models with a price and with routes to providers. Clients
see the models alone. [adding-a-provider.md](adding-a-provider.md) is about writing an adapter for a further
kind, and [text.md](text.md) about models of text, whose providers have the kind \`openai\`.

Nothing has to be paid to try this. A stand-in speaks the protocol of a service on loopback, and prints the
configuration that leads to it:

\`\`\`sh
STAND_IN_KEY=any-text-will-do tollgate providers stand-in fal --port 9001
\`\`\`

## The key and the URL

\`key-env\` names the environment variable with the key, \`key-file\` a file with it; the key itself never stands
in the configuration. A key goes to the configured origin alone, and in no log, metric, record or page. A
changed key is taken at a reload. \`url\` is that of the service if it is left out, and can be set for a proxy,
a region or a stand-in.

\`\`\`sh
tollgate check --config tollgate.yaml            # Is the file right? Nobody is called.
tollgate providers test --config tollgate.yaml   # Are keys and URLs right? Nothing is made.
\`\`\`

The second prints a line for each provider: \`ok\`, or \`FAILED\` and what has to be mended, that is the key, the
URL or the network. The bounds of [configuration.md](configuration.md#calls-to-providers) hold for all
providers; an entry may set its own, without \`provider-\` before the name: \`calls-per-second-max: 2\`.

## Models and routes

A model has a price, the lengths that clients may ask for, and routes in order of preference:

\`\`\`yaml
providers:
  google: { kind: veo, key-env: GEMINI_API_KEY }
  fal: { kind: fal, key-env: FAL_KEY }
models:
  veo-3:
    price-per-second: 110
    seconds: { allowed: [4, 6, 8], default: 8 }
    routes:
      - { provider: google, model: veo-3.0-generate-001 }
      - { provider: fal, model: fal-ai/veo3 }
\`\`\`

A submit goes to the first route that can make what was asked for, whose circuit breaker is closed and whose
backlog has room. If none can make it, the submit is refused with 400 and the name of the field; if all are
full, with 503 \`overloaded\`. An open breaker whose cool-down is over counts as closed for one submit, which
finds out whether the route answers again. All routes of a model cost the client the same.

A job goes on to the next route only if every attempt on the one before ended in *not now*: the provider
surely did not take it. A job whose submit still waits moves on without a call as soon as the breaker opens,
or the provider puts calls off for more than a second. It waits if no other route of the job is any better.

An attempt without a known outcome, or a restart during one, binds the job to its route for ever, so that
nothing is ever made twice. A refusal ends the job. The route taken stands in the job and in
\`GET /v1/activity\`.

## Fields of a request

Every kind takes \`model\`, \`prompt\` and the length, which is the gateway's own value. Further fields are
\`image\` (the first frame: an https URL at a public address, or a \`data:\` URI), \`aspect_ratio\` (\`16:9\`),
\`resolution\` (\`720p\`, \`4k\`, \`1280x720\`), \`seed\` and \`negative_prompt\`. Any other field of a request
stays in the gateway.

## Answers that are lost

The gateway never makes a clip twice. A submit without an answer has one of these consequences:

- *repeated*: the service knows the job's id again, for as long as it promises to.
- *looked for*: the service is asked for the job. A job that is not found may still come to be, so it ends as
  \`outcome_unknown\`.
- *given up*: the job ends as \`outcome_unknown\`, and nothing is charged.

The answers to submits that were under way when a process ended are lost, too. A node that is told to stop
lets them finish, within \`drain-time-limit-ms\`, and jobs that wait for their submit are sent after the next
start, whatever the kind of their provider. After a \`kill -9\` that holds for jobs that have waited for more
than a second. An answer counts as lost if the job was accepted within that second.

## Failures

These hold for every kind; the tables below add the names that each service has for its failures.

| answer | to a submit | to a poll |
|---|---|---|
| no connection, 429, 503 | not now: tried again later, or on the next route | asked again later |
| 401, 402, 403, 404, 405 | as the table says, else \`provider_rejected\` | asked again |
| any other of 400 to 499, without 408 | as the table says, else \`invalid_input\` | asked again |
| 408, any other of 500 to 599, no answer, half an answer, nonsense | outcome unknown, see above | asked again |
| a state that nobody knows | | asked again; the deadline ends the job as \`expired\` |

A job that failed at its provider for a reason that is in no table ends as \`provider_error\`.

A provider's words about a failure go to the log, and to \`error_message\`, cleaned of URLs and keys and cut at
300 characters.

## Results

A job is completed when the gateway has read the clip itself, and the charge is for the length that the clip
has. Until then it is \`in_progress\`, for at most \`result-deadline-minutes\`. \`url\` is always a link of the
gateway's own. \`results: proxy\` streams the clip from the provider. \`results: keep\` stores it first, and is
the default for kinds whose results expire. Both can be set for all providers, or in the entry of one.

A try at reading waits 60 s for bytes of the provider, and a second more for each 32 KiB that came. Slower
transfers are left and tried again later, so that they do not hold up other results.

## Kinds

| kind | URL | a lost submit is | a deadline cancels | results expire |
|---|---|---|---|---|
`;

export function providersPage(): string {
  const real = ADAPTERS.filter(({ isReal }) => isReal);
  return HEAD + real.map(kindRow).join('') + real.map(section).join('');
}

/** The configuration of a kind, as it stands in its section. */
export function exampleOf({ kind, example, needsNoKey, defaultUrl }: Adapter): string {
  const { name, keyVariable, url, allowed, modelId } = aboutKind(kind);
  if (example === undefined) throw new Error(`${kind} has no example`);
  const settings = [
    `kind: ${kind}`,
    ...(needsNoKey && keyVariable === undefined ? [] : [`key-env: ${keyVariable}`]),
    ...(defaultUrl === undefined ? [`url: "${url}"`] : []),
    ...(example.settings === undefined ? [] : [example.settings]),
  ];
  return [
    `providers: { ${name}: { ${settings.join(', ')} } }`,
    'models:',
    `  ${modelId}:`,
    '    price-per-second: 0.5',
    `    seconds: { allowed: [${allowed.join(', ')}], default: ${example.seconds} }`,
    `    routes: [{ provider: ${name}, model: ${example.model} }]`,
    '',
  ].join('\n');
}

function kindRow(adapter: Adapter): string {
  const { lostAnswer, cancel } = providerOf(adapter);
  const consequence = { idempotent: 'repeated', findable: 'looked for', unknown: 'given up' };
  const lost = aboutKind(adapter.kind).lost ?? consequence[lostAnswer?.kind ?? 'unknown'];
  const url = adapter.defaultUrl === undefined ? 'your own' : `\`${adapter.defaultUrl}\``;
  const isYes = (value: unknown) => (value ? 'yes' : 'no');
  const { kind, resultsExpire } = adapter;
  return `| [\`${kind}\`](#${kind}) | ${url} | ${lost} | ${isYes(cancel)} | ${isYes(resultsExpire)} |\n`;
}

function section(adapter: Adapter): string {
  const { is, failures: how, polls, cannot } = aboutKind(adapter.kind);
  const rows = Object.entries(adapter.failures ?? {}).map(
    ([name, slug]) => `| \`${name}\` | \`${slug}\` |\n`,
  );
  return `
## \`${adapter.kind}\`

${wrapped(is)}

\`\`\`yaml
${exampleOf(adapter)}\`\`\`

${wrapped(`**Polls.** ${polls}`)}

${wrapped(`**It cannot** ${cannot}`)}

${wrapped(how)}

| failure | slug |
|---|---|
${rows.join('')}`;
}

function wrapped(prose: string): string {
  return prose
    .split('\n\n')
    .map((paragraph) => wrap(paragraph.replaceAll('\n', ' '), WIDTH_MAX).join('\n'))
    .join('\n\n');
}

function aboutKind(kind: string): AboutKind {
  const about = ABOUT_KINDS[kind];
  if (about === undefined) throw new Error(`scripts/providers-page-kinds.ts says nothing of ${kind}`);
  return about;
}

/** Made for its properties alone. */
function providerOf(adapter: Adapter): Provider {
  const parts = {
    name: adapter.kind,
    world: new VirtualWorld(),
    secret: new Uint8Array(32),
    deadlineAfterMs: 1,
    key: '',
    makeService: noService,
  };
  const workflow = { nodes: {}, placeholders: new Set() };
  return adapter.create(parts, { url: 'https://example.com', workflow });
}
