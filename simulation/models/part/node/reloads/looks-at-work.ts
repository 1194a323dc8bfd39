/** Looks at jobs, texts, their providers and their results. */
import { FILM, TEXT } from './drawn-options.js';
import { type Look, madeKey, parsed, repeatOf } from './look.js';
import type { Answer } from './whole-node.js';

const MINUTE_MS = 60_000;
const MIB = 1_048_576;
const LONGER_THAN_ALL_MS = 1_600;

/** A job that is done at once: its links, its price and its provider. */
export async function filmLook(look: Look): Promise<void> {
  const { node, trial, inForce } = look;
  const { secret } = await madeKey(look);
  node.services.called.length = 0;
  const made = parsed((await submit(look, secret, 'done')).body);
  const path = `/v1/videos/${made.id}`;
  trial.same('polling-url', made.polling_url, inForce.publicUrl + path);
  const seen = parsed((await node.ask({ method: 'GET', path, secret })).body);
  trial.same('result-url', seen.url, `${inForce.publicUrl}/results/film.mp4`);
  trial.same('cost', seen.cost, (2 * inForce.filmPrice) / 1e6);
  trial.same('called', node.services.called, [serviceOf(look)]);
  await againLook(look);
}

/** The first job that was done: its links follow the configuration, however often it was shown before. */
const shown = new WeakMap<object, { readonly path: string; readonly secret: string }>();

async function againLook(look: Look): Promise<void> {
  const { node, trial, inForce } = look;
  const known = shown.get(node);
  if (known === undefined) {
    const { secret } = await madeKey({ ...look, nth: look.nth + 0.5 });
    const made = parsed((await submit(look, secret, 'done', '-again')).body);
    shown.set(node, { path: `/v1/videos/${made.id}`, secret });
    return againLook(look);
  }
  const { url } = parsed((await node.ask({ method: 'GET', ...known })).body);
  trial.same('result-url', url, `${inForce.publicUrl}/results/film.mp4`);
}

/** Jobs that stay open: how many a key may have, and when they expire. */
export async function openJobsLook(look: Look): Promise<void> {
  const { trial, inForce } = look;
  const { secret } = await madeKey(look);
  for (let n = 0; n < inForce.openJobsMax; n++) {
    const answer = await submit(look, secret, 'stay', `-${n}`);
    trial.same('open-jobs', answer.status, 202);
    const due = look.node.steadyMs + inForce.jobDeadlineMinutes * MINUTE_MS;
    trial.same('job-deadline', deadlineOf(look, parsed(answer.body).id), due);
  }
  trial.same('open-jobs', (await submit(look, secret, 'stay')).status, 429);
}

/** A provider that does not answer is given up in time. */
export async function silentFilmLook(look: Look): Promise<void> {
  const { node, trial, inForce } = look;
  const { secret } = await madeKey(look);
  const beganAt = trial.now;
  node.services.givenUpAt.length = 0;
  await submit(look, secret, 'hang');
  await trial.world.advance(LONGER_THAN_ALL_MS);
  trial.same('submit-limit', node.services.givenUpAt, [beganAt + inForce.providerSubmitTimeoutMs]);
}

/** A result is written to disk if it is not too long, and has its time to be read. */
export async function resultLook(look: Look): Promise<void> {
  const { node, trial, inForce, random } = look;
  const { services } = node;
  const { secret } = await madeKey(look);
  const tooMany = random.pick([0, 1]);
  services.resultBytes = inForce.resultMaxMib * MIB + tooMany;
  const draftsBefore = services.drafts;
  const { id } = parsed((await submit(look, secret, 'made')).body);
  trial.same('result-max', services.drafts - draftsBefore, 1 - tooMany);
  const due = node.steadyMs + inForce.resultDeadlineMinutes * MINUTE_MS;
  if (tooMany === 0) trial.same('result-deadline', deadlineOf(look, id), due);
  const { resultsMaxGib, resultsDaysMin } = services.resultSettings ?? {};
  const said = [inForce.resultsMaxGib, inForce.resultsDaysMin];
  trial.same('result-settings', [resultsMaxGib, resultsDaysMin], said);
}

/** A full disk refuses the jobs alone whose result would be kept. */
export async function fullDiskLook(look: Look): Promise<void> {
  const { node, trial, inForce } = look;
  const { secret } = await madeKey(look);
  node.services.hasRoom = false;
  const { status } = await submit(look, secret, 'done');
  node.services.hasRoom = true;
  trial.same('kept', status, inForce.results === 'keep' ? 503 : 202);
}

export async function modelsLook(look: Look): Promise<void> {
  const { node, trial, inForce } = look;
  const { secret } = await madeKey(look);
  const { data } = parsed((await node.ask({ method: 'GET', path: '/v1/models', secret })).body);
  const prices = (data as readonly Readonly<Record<string, unknown>>[]).map(
    (one) => one.price_per_second ?? one.price_per_million,
  );
  const text = inForce.textPrice / 1e6;
  trial.same('prices', prices, [inForce.filmPrice / 1e6, { input: text, output: text }]);
}

/** Texts whose provider does not answer: how many a key may have open, and when they are given up. */
export async function textsLook(look: Look): Promise<void> {
  const { node, trial, inForce, random, written } = look;
  const { secret } = await madeKey(look);
  const { services } = node;
  services.called.length = 0;
  const isStreamed = random.chance(0.5);
  const ask = (content: string): Answer =>
    node.send({
      method: 'POST',
      path: '/v1/chat/completions',
      secret,
      body: { model: TEXT, messages: [{ role: 'user', content }], stream: isStreamed },
      fields: content === 'refuse' ? repeatOf(look) : {},
    });
  ask('refuse');
  await trial.world.settle();
  trial.same('called', services.called, [serviceOf(look)]);
  const beganAt = trial.now;
  services.givenUpAt.length = 0;
  const answers: Answer[] = [];
  for (let n = 0; n <= inForce.openGenerationsMax; n++) {
    answers.push(ask('hang'));
    await trial.world.settle();
  }
  const due = answers.map((_, n) => (n === inForce.openGenerationsMax ? 429 : 0));
  trial.same(
    'open-texts',
    answers.map(({ status }) => status),
    due,
  );
  written();
  await trial.world.advance(LONGER_THAN_ALL_MS);
  const limitMs = isStreamed ? inForce.firstTokenMaxMs : inForce.wholeTextMaxMs;
  trial.same('text-limit', [...new Set(services.givenUpAt)], [beganAt + limitMs]);
}

function submit(look: Look, secret: string, prompt: string, what = ''): Promise<Answer> {
  const body = { model: FILM, prompt, seconds: 2 };
  const fields = repeatOf(look, what);
  return look.node.ask({ method: 'POST', path: '/v1/videos', secret, body, fields });
}

function serviceOf({ inForce }: Look): string {
  return `https://service-${inForce.service}.test`;
}

function deadlineOf({ node }: Look, jobId: unknown): number {
  return Number(node.store.get('reminders', `video_job/${jobId}/deadline`));
}
