/** The stand-ins of a run, each in a process of its own, and when each of their jobs was over. */
import { freePort, type StartedServer, startServer } from '../../servers/server-process.js';
import type { PlannedProvider, Temper } from './planned-providers.js';

const KEY_VARIABLE = 'STAND_IN_KEY';
/** Every provider has the same. */
export const STAND_IN_ENVIRONMENT = { [KEY_VARIABLE]: 'key-of-the-stand-ins-0123456789' };
/** Short, so that polls of a job are still close together when it is over: they part as it goes on. */
const TIMES = ['--pending-ms', '200', '--running-ms', '400'];
const SWITCHES: Readonly<Record<Exclude<Temper, 'dead'>, readonly string[]>> = {
  healthy: [],
  slow: ['--latency-ms', '1000'],
  busy: ['--busy-share', '0.5'],
};

/** Jobs for the dead one wait until they expire: after a minute. */
const DEADLINE_MINUTES = 5;

export interface RunningProvider extends PlannedProvider {
  readonly url: string;
}

export class StandIns {
  readonly providers: readonly RunningProvider[];
  /** When each job was over by its stand-in's clock, the wall clock in ms, by its prompt. */
  readonly overAtMs: ReadonlyMap<string, number>;
  /** Prompts of which a stand-in has begun more than one job. */
  readonly begunTwice: ReadonlySet<string>;
  readonly #servers: readonly StartedServer[];

  private constructor(
    providers: readonly RunningProvider[],
    servers: readonly StartedServer[],
    overAtMs: ReadonlyMap<string, number>,
    begunTwice: ReadonlySet<string>,
  ) {
    this.providers = providers;
    this.#servers = servers;
    this.overAtMs = overAtMs;
    this.begunTwice = begunTwice;
  }

  static async start(main: string, planned: readonly PlannedProvider[]): Promise<StandIns> {
    const servers: StartedServer[] = [];
    const overAtMs = new Map<string, number>();
    const begunTwice = new Set<string>();
    const onLine = (line: string) => {
      if (!line.startsWith('{')) return;
      const { prompt, over_at_ms } = JSON.parse(line) as { prompt: string; over_at_ms: number };
      if (overAtMs.has(prompt)) begunTwice.add(prompt);
      overAtMs.set(prompt, over_at_ms);
    };
    const start = async (provider: PlannedProvider): Promise<RunningProvider> => {
      const { name, kind, temper } = provider;
      if (temper === 'dead') return { ...provider, url: `http://127.0.0.1:${await freePort()}` };
      const server = await startServer({
        name,
        command: process.execPath,
        args: [main, 'providers', 'stand-in', kind, ...TIMES, ...SWITCHES[temper]],
        env: { ...process.env, ...STAND_IN_ENVIRONMENT },
        isUnpinned: true,
        onLine,
      });
      servers.push(server);
      return { ...provider, url: `http://127.0.0.1:${server.port}` };
    };
    const providers = await Promise.all(planned.map(start));
    return new StandIns(providers, servers, overAtMs, begunTwice);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
  }
}

/** The part of a gateway's configuration that leads to them: a model each, called as its provider. */
export function configurationOf(providers: readonly RunningProvider[], pricePerSecond: number) {
  const dead = providers.find(({ temper }) => temper === 'dead');
  const routeTo = ({ name, serviceModel }: RunningProvider) => ({ provider: name, model: serviceModel });
  const modelOf = (provider: RunningProvider, routes = [routeTo(provider)]) => ({
    'price-per-second': pricePerSecond,
    seconds: { allowed: [provider.seconds], default: provider.seconds },
    routes,
    'deadline-minutes': provider.temper === 'dead' && routes.length === 1 ? 1 : DEADLINE_MINUTES,
  });
  const fallback = providers.find(({ temper, seconds }) => temper === 'healthy' && seconds === dead?.seconds);
  return {
    providers: Object.fromEntries(
      providers.map(({ name, kind, url, settings }) => [
        name,
        { kind, url, 'key-env': KEY_VARIABLE, ...settings },
      ]),
    ),
    'result-deadline-minutes': DEADLINE_MINUTES,
    models: Object.fromEntries([
      ...providers.map((provider) => [provider.name, modelOf(provider)]),
      ...(dead === undefined || fallback === undefined
        ? []
        : [[FALLBACK_MODEL, modelOf(dead, [routeTo(dead), routeTo(fallback)])]]),
    ]),
  };
}

/** Its first route leads to the dead provider, its second to a healthy one. */
export const FALLBACK_MODEL = 'dead-then-healthy';
