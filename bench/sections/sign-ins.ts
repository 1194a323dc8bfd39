/**
 * Section `sign-ins`: submits at a steady rate, well below what the node can take, while 1,000 people sign in
 * at once, against the same submits without.
 *
 * The forms are real: each person has a name, a password that argon2id checks, a network, and a connection
 * from before, as a browser has that shows the form. The queue of hashes takes a hundred; the others are
 * turned away and come back when they are told to, so that a hash is under way all the time. The node may use
 * every core of the machine, as it does in production: the load has one of these to itself only as far as the
 * node leaves it alone.
 */
import { join } from 'node:path';
import {
  applyPacedLoad,
  type PacedLoad,
  type PacedResult,
  pacedOddity,
  pacedRow,
  writeLines,
} from '../load/paced-load.js';
import { assertWrk } from '../load/wrk.js';
import { sharedNote } from '../machine/shared-machine.js';
import { type BenchOptions, type Section, type SectionReport, spread } from '../section.js';
import { seedFolder } from '../seeding/seed.js';
import { authorizationLines, numbersFrom } from '../seeding/seeded-keys.js';
import type { ServerProcess } from '../servers/server-process.js';
import { HIGHEST_RPM, startTollgate } from '../servers/tollgate-server.js';
import { connectPeople, type SignInResult } from './sign-ins/sign-in-forms.js';

const SEED = 73;
const KEYS = 1_000;
const PEOPLE = 1_000;
const CREDITS_MICRO_DA = 1e14;
const OPEN_JOBS_MAX = '1000000';
const SUBMITS_PER_SECOND = 500;
const SUBMIT = JSON.stringify({ model: 'sim/video-slow', prompt: 'a lighthouse in the rain', seconds: 8 });
const WARM_UP_SECONDS = 2;
const P99_RATIO_MAX = 1.5;

interface Round {
  readonly alone: PacedResult;
  readonly beside: PacedResult;
  readonly people: SignInResult;
}

export const signIns: Section = {
  name: 'sign-ins',
  summary: 'submits at a steady rate while 1,000 people sign in at once, against the same submits without',
  run,
};

async function run({ folder, rounds, secondsPerRound, progress }: BenchOptions): Promise<SectionReport> {
  assertWrk();
  progress('seeding');
  const data = join(folder, 'data');
  const groups = [{ keys: KEYS, rateLimitRpm: HIGHEST_RPM, creditsMicroDa: CREDITS_MICRO_DA }];
  await seedFolder(data, { seed: SEED, users: PEOPLE, groups });
  const load: PacedLoad = {
    headers: await writeLines(join(folder, 'clients'), authorizationLines(SEED, numbersFrom(0, KEYS))),
    paths: await writeLines(join(folder, 'paths'), ['/v1/videos']),
    method: 'POST',
    body: SUBMIT,
    requestsPerSecond: SUBMITS_PER_SECOND,
    seconds: secondsPerRound,
  };
  const server = await startTollgate({ data, args: ['--open-jobs-max', OPEN_JOBS_MAX], isUnpinned: true });
  const found: Round[] = [];
  try {
    await measure(server, { ...load, seconds: WARM_UP_SECONDS }, 0);
    for (let round = 1; round <= rounds; round++) {
      progress(`round ${round} of ${rounds}`);
      found.push(await measure(server, load, round));
    }
  } finally {
    await server.stop();
  }
  return reportOn(found);
}

/** The two follow each other at once, in an order that changes with the round. */
async function measure(server: ServerProcess, load: PacedLoad, round: number): Promise<Round> {
  const alone = () => applyPacedLoad(server, load);
  const beside = async () => {
    const people = await connectPeople({ port: server.port, people: PEOPLE, round, seconds: load.seconds });
    const forms = people.send();
    return { beside: await applyPacedLoad(server, load), people: await forms };
  };
  if (round % 2 === 0) return { ...(await beside()), alone: await alone() };
  return { alone: await alone(), ...(await beside()) };
}

function reportOn(rounds: readonly Round[]): SectionReport {
  const alone = rounds.map((one) => one.alone);
  const beside = rounds.map((one) => one.beside);
  const people = (pick: (one: SignInResult) => number) => spread(rounds.map((one) => pick(one.people)));
  const ratios = spread(rounds.map((one) => one.beside.p99Us / one.alone.p99Us));
  return {
    rows: [
      pacedRow('submits', alone),
      pacedRow('submits while people sign in', beside),
      {
        name: `${PEOPLE} people who sign in at once`,
        figures: {
          'signed in': people((one) => one.signedIn),
          'turned away': people((one) => one.turnedAway),
          'signed in after ms, max': people((one) => one.signedInMaxMs),
          'turned away after ms, max': people((one) => one.turnedAwayMaxMs),
        },
      },
    ],
    verdicts: [
      {
        what: 'p99 of submits while people sign in, against without',
        value: ratios.median,
        spread: ratios,
        target: { atMost: P99_RATIO_MAX },
      },
    ],
    notes: [
      'Nothing is pinned but the load and the people, to one core: the node may use that one, too. The people are connected before, and have that core while it is idle.',
      ...pacedOddity('submits', [...alone, ...beside]),
      ...failedNote(rounds),
      ...sharedNote(alone.map((one) => one.elsewhere)),
    ],
  };
}

function failedNote(rounds: readonly Round[]): readonly string[] {
  const failed = rounds.reduce((sum, one) => sum + one.people.failed, 0);
  return failed === 0 ? [] : [`${failed} forms to sign in had no answer, or another than 303 and 503.`];
}
