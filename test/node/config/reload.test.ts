import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NodeConfig, readConfig } from '../../../src/node/config/config.js';
import { Reload, type Reloadable } from '../../../src/node/config/reload.js';

const START = readConfig(new Map(), {}, '/');

const withRpm = (defaultRpm: number): NodeConfig => ({ ...START, defaultRpm });

/** A part that goes by a configuration, and refuses some. */
class Part implements Reloadable {
  goesBy = START;
  readonly #refuses: (config: NodeConfig) => boolean;

  constructor(refuses: (config: NodeConfig) => boolean = () => false) {
    this.#refuses = refuses;
  }

  prepare(config: NodeConfig): () => void {
    if (this.#refuses(config)) throw new Error('refused');
    return () => {
      this.goesBy = config;
    };
  }
}

describe('a reload', () => {
  it('has every part go over, or none, whichever of them refuses and however often', () => {
    const refusals = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 9 }), fc.array(fc.integer({ min: 0, max: 3 }))),
      {
        maxLength: 10,
      },
    );
    fc.assert(
      fc.property(refusals, (steps) => {
        let refusing: readonly number[] = [];
        const parts = [0, 1, 2].map((index) => new Part(() => refusing.includes(index)));
        const reload = new Reload(START, () => 0);
        reload.add(...parts);
        for (const [defaultRpm, refusingNow] of steps) {
          const before = reload.inForce;
          refusing = refusingNow;
          const isRefused = refusing.some((index) => index < parts.length);
          const { outcome } = reload.run(() => withRpm(defaultRpm));
          expect(outcome).toBe(isRefused ? 'refused' : 'applied');
          expect(reload.inForce.defaultRpm).toBe(isRefused ? before.defaultRpm : defaultRpm);
          for (const part of parts) expect(part.goesBy.defaultRpm).toBe(reload.inForce.defaultRpm);
        }
      }),
    );
  });

  it('is refused if the configuration cannot be read, and says why', () => {
    const part = new Part();
    const reload = new Reload(START, () => 0);
    reload.add(part);
    const error = new Error('line 3');
    const reloaded = reload.run(() => {
      throw error;
    });
    expect(reloaded).toEqual({ outcome: 'refused', error });
    expect(part.goesBy).toBe(START);
  });

  it('is refused as a whole if a name of a provider is to be of another kind, and says what to do', () => {
    const part = new Part();
    const withKind = (name: string, kind: string, defaultRpm: number): NodeConfig => ({
      ...START,
      defaultRpm,
      providers: [{ name, kind, settings: {}, bounds: {}, key: undefined, models: [] }],
    });
    const reload = new Reload(withKind('a', 'fal', 1), () => 0);
    reload.add(part);
    const refused = reload.run(() => withKind('a', 'luma', 2));
    expect(refused).toMatchObject({
      outcome: 'refused',
      error: { message: expect.stringMatching(/^providers\.a is of kind fal .* luma .* another name$/) },
    });
    expect([reload.inForce.defaultRpm, part.goesBy]).toEqual([1, START]);
    expect(reload.run(() => withKind('b', 'luma', 2))).toMatchObject({ outcome: 'applied' });
  });

  it('names the providers that are at another URL', () => {
    const withUrls = (...urls: readonly string[]): NodeConfig => ({
      ...START,
      providers: urls.map((url, n) => ({
        name: `p${n}`,
        kind: 'fal',
        settings: { url },
        bounds: {},
        key: undefined,
        models: [],
      })),
    });
    const reload = new Reload(withUrls('https://a', 'https://b'), () => 0);
    const moved = (...urls: readonly string[]) => reload.run(() => withUrls(...urls));
    expect(moved('https://a', 'https://c', 'https://d')).toMatchObject({ moved: ['p1'] });
    expect(moved('https://a', 'https://c', 'https://d')).toMatchObject({ moved: [] });
  });

  it('leaves what is taken at start as it was, and names it each time that it is wanted otherwise', () => {
    const part = new Part();
    const reload = new Reload(START, () => 0);
    reload.add(part);
    const wanted = { ...START, port: 9_000, openJobsMax: 7 };
    expect(reload.run(() => wanted)).toMatchObject({ changed: ['open-jobs-max'], needRestart: ['port'] });
    expect(part.goesBy).toMatchObject({ port: 8_080, openJobsMax: 7 });
    expect(reload.run(() => wanted)).toMatchObject({ changed: [], needRestart: ['port'] });
    expect(reload.run(() => START)).toMatchObject({ changed: ['open-jobs-max'], needRestart: [] });
  });

  it('is counted by its outcome, with the time from which the configuration in force holds', () => {
    let now = 100;
    const reload = new Reload(START, () => now);
    expect(reload.metrics).toEqual({ applied: 0, refused: 0, inForceSince: 100, isLastApplied: true });
    now = 200;
    reload.run(() => START);
    expect(reload.metrics).toEqual({ applied: 1, refused: 0, inForceSince: 200, isLastApplied: true });
    now = 300;
    reload.run(() => {
      throw new Error('no');
    });
    expect(reload.metrics).toEqual({ applied: 1, refused: 1, inForceSince: 200, isLastApplied: false });
  });
});
