import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NodeConfig, readConfig } from '../../../src/node/config/config.js';
import { changesBetween, takenAtReload } from '../../../src/node/config/config-changes.js';
import { OPTION_KEYS, OPTIONS, optionName } from '../../../src/node/config/options/options.js';

const KEYS = OPTION_KEYS.filter((key) => key !== 'config');
const TLS_KEYS = ['tlsCert', 'tlsKey', 'tlsPassphraseFile'];
const DEFAULTS = readConfig(new Map(), {}, '/');

/** Another value of the same kind. */
function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return [...value, '10.0.0.0/8'];
  return `${value ?? ''}x`;
}

/** A configuration in which these options, and maybe the providers, have another value. */
function configWith(keys: readonly string[], isCheaper: boolean): NodeConfig {
  const changed = Object.fromEntries(
    KEYS.filter((key) => keys.includes(key)).map((key) => [key, other(DEFAULTS[key])]),
  );
  const providers = isCheaper
    ? [{ name: 'cheaper', kind: 'simulated', settings: {}, bounds: {}, key: undefined, models: [] }]
    : DEFAULTS.providers;
  return { ...DEFAULTS, ...changed, providers } as NodeConfig;
}

const config = fc.tuple(fc.subarray(KEYS), fc.boolean()).map(([keys, isCheaper]) => ({
  keys: keys as readonly string[],
  isCheaper,
  config: configWith(keys, isCheaper),
}));

describe('what differs between two configurations', () => {
  it('is nothing between one and itself, wherever in the file its models stand', () => {
    fc.assert(
      fc.property(config, ({ config: one }) => {
        expect(changesBetween(one, { ...one })).toEqual({ taken: [], needRestart: [] });
      }),
    );
    const at = (line: number) => ({
      ...DEFAULTS,
      providers: [
        {
          name: 'simulated',
          kind: 'simulated',
          settings: {},
          bounds: {},
          key: undefined,
          models: [{ id: 'sim/video', where: `f:${line}`, override: {} as never }],
        },
      ],
    });
    expect(changesBetween(at(3), at(4)).taken).toEqual([]);
  });

  it('is named, each option once, with those that the running node takes apart from the others', () => {
    fc.assert(
      fc.property(config, config, (a, b) => {
        const { taken, needRestart } = changesBetween(a.config, b.config);
        const differing = KEYS.filter((key) => a.keys.includes(key) !== b.keys.includes(key)).map(optionName);
        const names = a.isCheaper === b.isCheaper ? differing : [...differing, 'providers'];
        expect([...taken, ...needRestart].sort()).toEqual([...names].sort());
        for (const key of KEYS) {
          if (TLS_KEYS.includes(key)) continue;
          if (OPTIONS[key].taken === 'at_start') expect(taken).not.toContain(optionName(key));
          else expect(needRestart).not.toContain(optionName(key));
        }
      }),
    );
  });

  it('is the same in both directions', () => {
    fc.assert(
      fc.property(config, config, (a, b) => {
        expect(changesBetween(a.config, b.config)).toEqual(changesBetween(b.config, a.config));
      }),
    );
  });

  it('counts TLS that comes or goes for the next start, and another certificate for the reload', () => {
    const plain = DEFAULTS;
    const tls = { ...DEFAULTS, tlsCert: '/a.crt', tlsKey: '/a.key' };
    expect(changesBetween(plain, tls)).toEqual({ taken: [], needRestart: ['tls-cert', 'tls-key'] });
    expect(changesBetween(tls, plain).needRestart).toEqual(['tls-cert', 'tls-key']);
    expect(changesBetween(tls, { ...tls, tlsCert: '/b.crt' })).toEqual({
      taken: ['tls-cert'],
      needRestart: [],
    });
  });
});

describe('what is in force after a reload', () => {
  it('is what is wanted but for what needs a restart, and that stays as it was', () => {
    fc.assert(
      fc.property(config, config, (a, b) => {
        const { needRestart } = changesBetween(a.config, b.config);
        const inForce = takenAtReload(a.config, b.config);
        expect(changesBetween(inForce, b.config)).toEqual({ taken: [], needRestart });
        expect(changesBetween(a.config, inForce).needRestart).toEqual([]);
      }),
    );
  });

  it('is the same after the same reload again', () => {
    fc.assert(
      fc.property(config, config, (a, b) => {
        const inForce = takenAtReload(a.config, b.config);
        expect(takenAtReload(inForce, b.config)).toEqual(inForce);
      }),
    );
  });

  it('is what was in force at the start again once the first file is back', () => {
    fc.assert(
      fc.property(config, config, (a, b) => {
        expect(takenAtReload(takenAtReload(a.config, b.config), a.config)).toEqual(a.config);
      }),
    );
  });
});
