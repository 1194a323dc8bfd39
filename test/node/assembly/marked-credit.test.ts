import { describe, expect, it } from 'vitest';
import { MARKED_BALANCE, MARKED_RESERVED } from '../../../src/actors/money/tallies.js';
import { MARKED_ORDERS } from '../../../src/actors/orders/tallies.js';
import { refuseMarkedCredit } from '../../../src/node/assembly/marked-credit.js';
import { PROVIDERS_BY_DEFAULT } from '../../../src/node/config/config-providers.js';
import { ConfigError } from '../../../src/node/config/start-refused.js';

const SIMULATED = {
  data: '/data',
  providers: PROVIDERS_BY_DEFAULT,
  payments: { kind: 'simulated' },
} as const;
const chargily = (mode: 'live' | 'test') =>
  ({ ...SIMULATED, payments: { kind: 'chargily', mode, url: undefined, key: undefined } }) as const;
const REAL = {
  ...SIMULATED,
  payments: undefined,
  providers: [...PROVIDERS_BY_DEFAULT, { ...PROVIDERS_BY_DEFAULT[0], name: 'films', kind: 'runway' }],
} as typeof SIMULATED & { readonly payments: undefined };

const SUMS = [MARKED_BALANCE, MARKED_RESERVED, MARKED_ORDERS];

describe('a node on a folder with credit that no money was paid for', () => {
  it.each(SUMS)('does not go live while %s is not nothing', (name) => {
    const tallies = new Map([[name, 2_500_000_000]]);
    for (const config of [chargily('live'), REAL])
      expect(() => refuseMarkedCredit(config, tallies)).toThrow(ConfigError);
    for (const config of [SIMULATED, chargily('test')])
      expect(() => refuseMarkedCredit(config, tallies)).not.toThrow();
  });

  it('says in one sentence what is left, and what to do', () => {
    const all = new Map([
      [MARKED_BALANCE, 2_500_000_000],
      [MARKED_RESERVED, 500_000],
      [MARKED_ORDERS, 3],
    ]);
    expect(() => refuseMarkedCredit(REAL, all)).toThrow(
      'provider films is real, and in the data folder /data 2500 DA of simulated credit can still be spent, and unfinished jobs hold 0.5 DA of it, and simulated orders are open (3): have those jobs end (tollgate jobs fail), then run "tollgate credits void-simulated"',
    );
  });

  it('goes live once nothing is left', () => {
    const none = new Map(SUMS.map((name) => [name, 0]));
    for (const config of [chargily('live'), REAL]) {
      expect(() => refuseMarkedCredit(config, none)).not.toThrow();
      expect(() => refuseMarkedCredit(config, new Map())).not.toThrow();
    }
  });
});
