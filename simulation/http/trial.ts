/** One server with its stage and its oracle: sends inputs and checks what comes back. */

import { type ApiDescription, readDescription } from './api-description.js';
import type { GeneratorFacts } from './inputs/valid-request.js';
import { type AcceptedSubmit, Oracle } from './oracle/oracle.js';
import type { HttpFlaw, KnownKey, Sent } from './oracle/oracle-facts.js';
import { type ServerSetup, servedBy } from './server/server-setup.js';
import { ADDRESS_RPM, LIMITS, MANAGEMENT_RPM, Stage } from './server/stage.js';
import { API_KEYS, type ApiKeyName, JOBS, MANAGEMENT_KEYS, OPERATOR_KEY } from './server/stage-names.js';
import { exchange, type Observation } from './wire/connection.js';
import type { HttpInput } from './wire/http-input.js';
import { type RequestStream, readRequests } from './wire/request-reader.js';

export interface Verdict {
  readonly flaw: HttpFlaw | undefined;
  readonly stream: RequestStream;
  readonly observation: Observation;
  readonly accepted: readonly AcceptedSubmit[];
}

/** The growth that is allowed to the process since it was fresh. */
const GROWTH_MIB_MAX = 400;
const HANDLES_MORE_MAX = 64;
const SETTLE_TRIES = 50;

export class Trial {
  readonly stage: Stage;
  readonly facts: GeneratorFacts;
  readonly #oracle: Oracle;
  readonly #freshMib: number | undefined;
  readonly #freshHandles: number | undefined;

  private constructor(stage: Stage) {
    this.stage = stage;
    const description: ApiDescription = readDescription(stage.document);
    this.facts = { description, models: stage.models };
    this.#oracle = oracleOf(stage, description);
    this.#freshMib = stage.server.residentMib();
    this.#freshHandles = stage.server.openHandles();
  }

  /** @param main the program to start; by default the one that was built */
  static async start(setup: ServerSetup, main?: string): Promise<Trial> {
    return new Trial(await Stage.start(setup, main));
  }

  async send(input: HttpInput): Promise<Verdict> {
    const { server, names, setup } = this.stage;
    const bytes = names.filledIn(input.bytes);
    const stream = readRequests(bytes);
    const { listener = 'public' } = input;
    const sent: Sent = { bytes, stream, served: servedBy(setup, listener) };
    const port = listener === 'management' ? server.managementPort : server.port;
    const observation = await exchange(port, { ...input, bytes }, stream);
    const flaw = this.#oracle.check(sent, observation, Date.now() / 1_000);
    return { flaw, stream, observation, accepted: this.#oracle.acceptedIn(sent, observation) };
  }

  /** The flaw of the process while nothing is sent to it. Puts the stage in order again. */
  async flawOfProcess(): Promise<HttpFlaw | undefined> {
    const { server, client, names } = this.stage;
    if (server.end !== undefined) return this.flawOfEnd();
    const [complaint] = server.complaints();
    if (complaint !== undefined) return { rule: 'log', message: complaint.slice(0, 2_000) };
    const health = await client.call('GET', '/healthz');
    const models = await client.call('GET', '/v1/models', names.meaningOf(API_KEYS.large));
    if (health.status !== 200 || models.status !== 200)
      return { rule: 'health', message: `/healthz ${health.status}, /v1/models ${models.status}` };
    await this.stage.refresh();
    return this.#flawOfResources();
  }

  /** Of a process that has ended. */
  flawOfEnd(): HttpFlaw {
    const { server } = this.stage;
    const message = `${server.end}; its last words: ${server.lastWords()}`;
    return { rule: 'crash', message };
  }

  async #flawOfResources(): Promise<HttpFlaw | undefined> {
    const { server } = this.stage;
    const grown = (server.residentMib() ?? 0) - (this.#freshMib ?? 0);
    if (grown > GROWTH_MIB_MAX)
      return { rule: 'memory', message: `it has grown by ${Math.round(grown)} MiB` };
    for (let tries = 1; ; tries++) {
      const more = (server.openHandles() ?? 0) - (this.#freshHandles ?? 0);
      if (more <= HANDLES_MORE_MAX) return undefined;
      if (tries === SETTLE_TRIES) return { rule: 'handles', message: `${more} more are open than at first` };
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function oracleOf(stage: Stage, description: ApiDescription): Oracle {
  const { names } = stage;
  const keys = new Map<string, KnownKey>();
  for (const name of Object.keys(API_KEYS) as ApiKeyName[]) {
    if (name === 'revoked') continue;
    const reader = name === 'foreign' ? 'tenant' : 'other';
    keys.set(names.meaningOf(API_KEYS[name]), { limit: LIMITS[name], reader, name });
  }
  keys.set(names.meaningOf(MANAGEMENT_KEYS.tenant), { limit: MANAGEMENT_RPM, reader: 'tenant' });
  keys.set(names.meaningOf(MANAGEMENT_KEYS.unverified), { limit: MANAGEMENT_RPM, reader: 'other' });
  keys.set(OPERATOR_KEY, { limit: MANAGEMENT_RPM, reader: 'operator' });
  const ofOthers = [JOBS.completed, JOBS.failed, JOBS.running].map((name) => names.meaningOf(name));
  return new Oracle({
    description,
    setup: stage.setup,
    models: stage.models,
    keys,
    addressLimit: ADDRESS_RPM,
    secrets: {
      everywhere: [...keys.keys(), names.meaningOf(API_KEYS.revoked), stage.server.folder],
      ofTenant: stage.foreignIds(),
      ofOthers: [...ofOthers, ...stage.keyIds.values()].filter((id) => id !== stage.keyIds.get('foreign')),
    },
  });
}
