/**
 * The server that inputs are sent to: its accounts, keys and jobs, and what the oracle may know of them.
 *
 * Invariants
 *  1. Every window has a limit of its own, so that an answer tells by its X-RateLimit-Limit-RPM which key its
 *     request was counted on.
 *  2. Keys that requests are sent with have no id in any input: nothing an input does changes them.
 */

import { ApiClient } from './api-client.js';
import { ServerProcess } from './server-process.js';
import { optionsOf, type ServerSetup } from './server-setup.js';
import {
  ACCOUNTS,
  API_KEYS,
  type ApiKeyName,
  JOBS,
  KEY_IDS,
  LINKS,
  MANAGEMENT_KEYS,
  OPERATOR_KEY,
  StageNames,
} from './stage-names.js';

export const MANAGEMENT_RPM = 999_002;
export const ADDRESS_RPM = 999_001;
const BODY_TIMEOUT_MS = 250;
/** A slow disk of the machine at hand is no finding. */
const GATE_TIME_LIMIT_MS = 60_000;

/** Limits of the keys that requests are sent with. */
export const LIMITS: Readonly<Record<ApiKeyName, number>> = {
  large: 1_000_000,
  sibling: 999_999,
  foreign: 999_998,
  poor: 999_997,
  small: 7,
  canary: 999_983,
  revoked: 999_996,
};

const CREDITS_DA: Readonly<Record<ApiKeyName, number>> = {
  large: 10_000_000,
  sibling: 1_000,
  foreign: 1_000_000,
  poor: 0,
  small: 100,
  canary: 100,
  revoked: 1,
};

export class Stage {
  readonly names = new StageNames();
  readonly setup: ServerSetup;
  readonly server: ServerProcess;
  readonly client: ApiClient;
  readonly models: readonly string[];
  /** `/openapi.json` as served. */
  readonly document: unknown;
  /** Of the keys that requests are sent with. */
  readonly keyIds = new Map<ApiKeyName, string>();
  #tenantId = '';

  private constructor(
    setup: ServerSetup,
    server: ServerProcess,
    client: ApiClient,
    models: readonly string[],
    document: unknown,
  ) {
    this.setup = setup;
    this.server = server;
    this.client = client;
    this.models = models;
    this.document = document;
  }

  /** @param main the program to start; by default the one that was built */
  static async start(setup: ServerSetup, main?: string): Promise<Stage> {
    const args = ['--management-rpm', MANAGEMENT_RPM, '--address-rpm', ADDRESS_RPM];
    const timeLimits = ['--body-timeout-ms', BODY_TIMEOUT_MS, '--gate-time-limit-ms', GATE_TIME_LIMIT_MS];
    const server = await ServerProcess.start({
      main,
      managementKey: OPERATOR_KEY,
      hasManagementPort: setup.hasManagementPort,
      args: [...[...args, ...timeLimits].map(String), ...optionsOf(setup)],
    });
    try {
      const client = new ApiClient(server.port, server.managementPort);
      const key = await client.done('POST', '/api/keys', OPERATOR_KEY, {});
      const models = (await client.done('GET', '/v1/models', String(key.key))).data as { id: string }[];
      const document = await client.done('GET', '/openapi.json');
      const stage = new Stage(
        setup,
        server,
        client,
        models.map(({ id }) => id),
        document,
      );
      await stage.#set();
      return stage;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Puts keys that inputs have deleted, or may have, in place again. */
  async refresh(): Promise<void> {
    for (const name of [KEY_IDS.victim, KEY_IDS.mayfly]) {
      const key = await this.client.done('GET', `/api/keys/${this.names.meaningOf(name)}`, OPERATOR_KEY);
      if (key.status !== 'active') this.names.set(name, String((await this.#makeKey({})).id));
    }
  }

  /** The tenant's own id, and those of its key and job: no answer to another account's key may hold one. */
  foreignIds(): readonly string[] {
    return [this.#tenantId, ...[KEY_IDS.foreign, JOBS.foreign].map((name) => this.names.meaningOf(name))];
  }

  async #set(): Promise<void> {
    const tenant = await this.#makeAccount(ACCOUNTS.tenant, MANAGEMENT_KEYS.tenant, true);
    await this.#makeAccount(ACCOUNTS.unverified, MANAGEMENT_KEYS.unverified, false);
    this.#tenantId = tenant;
    for (const name of Object.keys(API_KEYS) as ApiKeyName[]) {
      const account = name === 'foreign' ? { account: tenant } : {};
      const key = await this.#makeKey({
        rate_limit_rpm: LIMITS[name],
        credits: CREDITS_DA[name],
        ...account,
      });
      this.names.set(API_KEYS[name], String(key.key));
      this.keyIds.set(name, String(key.id));
    }
    this.names.set(KEY_IDS.revoked, this.keyIds.get('revoked') ?? '');
    await this.client.done('DELETE', `/api/keys/${this.keyIds.get('revoked')}`, OPERATOR_KEY);
    for (const name of [KEY_IDS.victim, KEY_IDS.mayfly])
      this.names.set(name, String((await this.#makeKey({})).id));
    this.names.set(KEY_IDS.foreign, String((await this.#makeKey({ account: tenant })).id));
    await this.#submit(JOBS.completed, 'large', 'sim/video-instant');
    await this.#submit(JOBS.failed, 'large', 'sim/video-reject');
    await this.#submit(JOBS.running, 'large', 'sim/video-slow');
    await this.#submit(JOBS.foreign, 'foreign', 'sim/video-instant');
    const { url } = await this.#settled(JOBS.completed);
    this.names.set(LINKS.completed, new URL(String(url)).pathname.replace(/^.*(?=\/results\/)/, ''));
    await this.#settled(JOBS.failed);
  }

  async #makeAccount(idName: string, keyName: string, verified: boolean): Promise<string> {
    const body = { name: 'fuzzed', verified };
    const account = await this.client.done('POST', '/api/accounts', OPERATOR_KEY, body);
    this.names.set(idName, String(account.id));
    this.names.set(keyName, (account.management_key as { key: string }).key);
    return String(account.id);
  }

  #makeKey(fields: object): ReturnType<ApiClient['done']> {
    return this.client.done('POST', '/api/keys', OPERATOR_KEY, fields);
  }

  async #submit(name: string, key: ApiKeyName, model: string): Promise<void> {
    const body = { model, prompt: 'a paper boat', seconds: 1 };
    const job = await this.client.done('POST', '/v1/videos', this.names.meaningOf(API_KEYS[key]), body);
    this.names.set(name, String(job.id));
  }

  async #settled(name: string): ReturnType<ApiClient['done']> {
    const key = this.names.meaningOf(API_KEYS.large);
    for (let polls = 0; polls < 1_000; polls++) {
      const job = await this.client.done('GET', `/v1/videos/${this.names.meaningOf(name)}`, key);
      if (job.completed_at !== undefined) return job;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error('a job of the stage did not settle');
  }
}
