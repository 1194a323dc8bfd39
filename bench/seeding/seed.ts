/**
 * Makes data folders with many keys, many unfinished jobs and long histories in seconds.
 *
 * The records are those of the product: its behaviors write them (`seeding-host.ts`), its store commits them,
 * and jobs carry handles that the simulated provider of that folder knows. Only the order of commits is
 * another.
 */

import { createHash } from 'node:crypto';
import { BY_THE_NODE } from '../../src/actors/audit/audit-trail.js';
import { hashCredential } from '../../src/actors/credentials/credentials.js';
import { IdMaker } from '../../src/actors/storage/ids.js';
import { microDa } from '../../src/money/micro-da.js';
import { type Actors, createActors } from '../../src/node/assembly/actors.js';
import { anchorAt, anchorWrite } from '../../src/node/clock/steady-anchor.js';
import { readClocks } from '../../src/node/clock/system-world.js';
import { OPTION_KEYS, OPTIONS, type OptionValues } from '../../src/node/config/options/options.js';
import { openDataFolder } from '../../src/node/folder/data-folder.js';
import { bringUpToDate } from '../../src/node/folder/format-version.js';
import { createSimulatedProvider } from '../../src/providers/adapters/simulated/simulated-provider.js';
import type { Provider } from '../../src/providers/provider.js';
import type { ProviderReport } from '../../src/providers/provider-report.js';
import type { Catalogue } from '../../src/routing/catalogue.js';
import { createCatalogue, quoteSubmit } from '../../src/routing/catalogue.js';
import { openLmdbStore } from '../../src/store/lmdb/lmdb-store.js';
import type { Store } from '../../src/store/store.js';
import { unixSeconds } from '../../src/time/clock.js';
import { seedOrders } from './seed-orders.js';
import { seedPeople } from './seed-people.js';
import { KEYS_PER_ACCOUNT_DEFAULT, type KeyGroup, type Seeded, type SeedPlan, turnsOf } from './seed-plan.js';
import { seededKey, seededManagementKey } from './seeded-keys.js';
import { SeedingHost } from './seeding-host.js';
import { SeedingWorld } from './seeding-world.js';

const CREDITS_MICRO_DA_DEFAULT = 1_000_000_000;
const UNFINISHED_SPREAD_MS_DEFAULT = 20_000;
const SETTLED_IDS_KEPT_MAX = 100_000;
/** Turns in one millisecond of seeded time. */
const TURNS_PER_MS = 16;
const MINUTE_MS = 60_000;
const DEFAULTS = Object.fromEntries(
  OPTION_KEYS.map((key) => [key, OPTIONS[key].fallback]),
) as unknown as OptionValues;
const DATABASE_FILE = 'tollgate.mdb';
const PROMPT = 'a lighthouse in the rain';
const NEVER_ABORTED = new AbortController();

/** @param path of the folder, made if it is missing; must be empty, and no node may run on it */
export async function seedFolder(path: string, plan: SeedPlan): Promise<Seeded> {
  const folder = await openDataFolder(path);
  const store = openLmdbStore({
    path: folder.file(DATABASE_FILE),
    mapSizeBytes: DEFAULTS.lmdbMapMib * 2 ** 20,
  });
  try {
    const now = readClocks();
    const spreadMs = plan.unfinishedSpreadMs ?? UNFINISHED_SPREAD_MS_DEFAULT;
    const world = new SeedingWorld(plan.seed, now.wallMs, spreadMs + Math.ceil(turnsOf(plan) / TURNS_PER_MS));
    const provider = createSimulatedProvider({
      world,
      secret: folder.secret,
      deadlineAfterMs: (plan.jobDeadlineMinutes ?? DEFAULTS.jobDeadlineMinutes) * MINUTE_MS,
    });
    await bringUpToDate(store);
    const host = new SeedingHost(store, world);
    const seeding = new Seeding(plan, world, provider, store, host);
    const seeded = await seeding.run();
    const { table, key, value } = anchorWrite(anchorAt(now, now.wallMs - now.monotonicMs));
    host.put(table, key, value);
    await host.commitAll();
    return seeded;
  } finally {
    await store.close();
    folder.release();
  }
}

class Seeding {
  readonly #plan: SeedPlan;
  readonly #world: SeedingWorld;
  readonly #provider: Provider;
  readonly #catalogue: Catalogue;
  readonly #host: SeedingHost;
  readonly #actors: Actors;
  readonly #ids: IdMaker;
  readonly #settled = new Map<number, string[]>();
  readonly #unfinished: string[] = [];
  #account = '';
  #firstAccount: string | undefined;
  #accounts = 0;

  constructor(plan: SeedPlan, world: SeedingWorld, provider: Provider, store: Store, host: SeedingHost) {
    this.#plan = plan;
    this.#world = world;
    this.#provider = provider;
    this.#host = host;
    this.#ids = new IdMaker(world);
    this.#catalogue = createCatalogue([provider]);
    this.#actors = createActors({
      world,
      store,
      settings: { ...DEFAULTS, openJobsMax: Number.MAX_SAFE_INTEGER },
      inspector: {},
      perform: () => {},
      alongWithWindows: () => [],
    });
  }

  get #parts() {
    const pass = () => this.#world.pass(1 / TURNS_PER_MS);
    return { host: this.#host, actors: this.#actors, ids: this.#ids, pass };
  }

  async run(): Promise<Seeded> {
    let index = 0;
    const busy: { readonly keys: readonly string[]; readonly jobs: number }[] = [];
    for (const group of this.#plan.groups) {
      const ids: string[] = [];
      for (let made = 0; made < group.keys; made++, index++) {
        const id = this.#makeKey(index, group);
        if (group.unfinishedJobs !== undefined && made < group.unfinishedJobs) ids.push(id);
        for (let n = 0; n < (group.credits ?? 0); n++) await this.#credit(id, n);
        for (let n = 0; n < (group.settledJobs ?? 0); n++) {
          const job = await this.#submit(id, 'sim/video-instant');
          this.#keepSettled(index, job, (group.settledJobs ?? 0) - n);
        }
        await seedOrders(this.#parts, { account: this.#account, key: id, count: group.paidOrders ?? 0 });
        await this.#host.commitSome();
      }
      if (group.unfinishedJobs !== undefined) busy.push({ keys: ids, jobs: group.unfinishedJobs });
    }
    if (this.#firstAccount !== undefined)
      await seedPeople(this.#parts, this.#firstAccount, this.#plan.users ?? 0);
    for (const { keys, jobs } of busy) await this.#submitUnfinished(keys, jobs);
    return {
      keyCount: index,
      accountCount: this.#accounts,
      settledJobs: this.#settled,
      unfinishedJobs: this.#unfinished,
    };
  }

  #makeKey(index: number, { rateLimitRpm, creditsMicroDa }: KeyGroup): string {
    if (index % (this.#plan.keysPerAccount ?? KEYS_PER_ACCOUNT_DEFAULT) === 0) this.#makeAccount();
    const id = this.#ids.next('apiKey');
    this.#world.pass(1 / TURNS_PER_MS);
    const reply = this.#host.ask(this.#actors.apiKey, id, {
      type: 'create',
      by: BY_THE_NODE,
      key: {
        id,
        account: this.#account,
        name: null,
        rateLimitRpm: rateLimitRpm ?? DEFAULTS.defaultRpm,
        credits: creditsMicroDa ?? CREDITS_MICRO_DA_DEFAULT,
        credentialHash: hashCredential(seededKey(this.#plan.seed, index)),
        createdAt: unixSeconds(this.#world.wallMs()),
      },
    });
    if (reply.outcome !== 'created') throw new Error(`a new key answered ${reply.outcome}`);
    return id;
  }

  #makeAccount(): void {
    const number = this.#accounts++;
    this.#account = this.#ids.next('account');
    this.#world.pass(1 / TURNS_PER_MS);
    this.#host.ask(this.#actors.account, this.#account, {
      type: 'create',
      by: BY_THE_NODE,
      name: `Account ${number}`,
      isVerified: true,
      createdAt: unixSeconds(this.#world.wallMs()),
      managementKey: {
        id: this.#ids.next('managementKey'),
        role: 'account',
        credentialHash: hashCredential(seededManagementKey(this.#plan.seed, number)),
      },
    });
    this.#firstAccount ??= this.#account;
  }

  async #credit(keyId: string, number: number): Promise<void> {
    const reference = `${keyId}/${number}`;
    this.#world.pass(1 / TURNS_PER_MS);
    const reply = this.#host.ask(this.#actors.apiKey, keyId, {
      type: 'credit',
      by: BY_THE_NODE,
      amount: microDa(1),
      reference,
      referenceHash: createHash('sha256').update(reference, 'utf8').digest('hex'),
    });
    if (reply.outcome !== 'credited') throw new Error(`a credit was answered ${reply.outcome}`);
    await this.#host.commitSome();
  }

  async #submitUnfinished(keys: readonly string[], jobs: number): Promise<void> {
    const {
      unfinishedModel = 'sim/video-slow',
      unfinishedSpreadMs: spreadMs = UNFINISHED_SPREAD_MS_DEFAULT,
    } = this.#plan;
    for (let n = 0; n < jobs; n++) {
      this.#world.goTo(spreadMs * (1 - n / jobs));
      const keyId = keys[n % keys.length];
      if (keyId === undefined) throw new Error('unfinished jobs need a key');
      this.#unfinished.push(await this.#submit(keyId, unfinishedModel));
    }
  }

  /** Submits a job and has the provider take it: two turns, as in a node. */
  async #submit(keyId: string, model: string): Promise<string> {
    const jobId = this.#ids.next('job');
    const quote = quoteSubmit(this.#catalogue, model, undefined, { prompt: '', extra: {} });
    this.#world.pass(1 / TURNS_PER_MS);
    const reply = this.#host.ask(this.#actors.videoJob, jobId, {
      type: 'create',
      key: keyId,
      quote,
      prompt: PROMPT,
      extra: {},
      idempotency: undefined,
    });
    if (reply.outcome !== 'accepted') throw new Error(`a submit was answered ${reply.outcome}`);
    const { lengthMs } = reply.job;
    const request = { jobId, model, prompt: PROMPT, lengthMs, extra: {} };
    const answer = await this.#provider.submit(request, NEVER_ABORTED);
    if (answer.outcome !== 'accepted') throw new Error(`the provider answered ${answer.outcome}`);
    const report: ProviderReport = {
      about: 'submit',
      outcome: 'accepted',
      handle: answer.handle,
      state: answer.state,
    };
    this.#world.pass(1 / TURNS_PER_MS);
    this.#host.ask(this.#actors.videoJob, jobId, { type: 'report', report });
    await this.#host.commitSome();
    return jobId;
  }

  #keepSettled(index: number, jobId: string, left: number): void {
    if (left > SETTLED_IDS_KEPT_MAX) return;
    const kept = this.#settled.get(index) ?? [];
    kept.push(jobId);
    this.#settled.set(index, kept);
  }
}
