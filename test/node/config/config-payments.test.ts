import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPaymentKey } from '../../../src/node/assembly/payments.js';
import { type NodeConfig, readConfig, whyNoDemo } from '../../../src/node/config/config.js';
import { folderOfFile } from '../../temporary-folder.js';

/** A provider that costs somebody money. */
const REAL = { real: { kind: 'runway', 'key-env': 'RUNWAY_KEY' } };

const folder = folderOfFile('config-payments');

function configOf(
  payments: unknown,
  others: object = { 'public-url': 'https://gateway.example' },
): NodeConfig {
  const file = join(folder, 'tollgate.yaml');
  writeFileSync(file, JSON.stringify({ payments, ...others }));
  return readConfig(new Map([['config', file]]), {}, folder);
}

describe('the payments section', () => {
  it('is Chargily in live mode, with its key elsewhere', () => {
    const { payments } = configOf({ kind: 'chargily', 'key-env': 'CHARGILY_KEY' });
    const key = { from: 'environment', variable: 'CHARGILY_KEY' };
    expect(payments).toEqual({ kind: 'chargily', mode: 'live', url: undefined, key });
    expect(readPaymentKey({ payments }, { CHARGILY_KEY: 'live_sk_1\n' })).toBe('live_sk_1');
    expect(() => readPaymentKey({ payments }, {})).toThrow(
      'payments: the environment variable CHARGILY_KEY is not set',
    );
  });

  it.each([
    [{ kind: 'chargily' }, 'must say with key-env or key-file where its key is'],
    [{ kind: 'chargily', 'key-env': 'A', 'key-file': 'b' }, 'must have only one of key-env and key-file'],
    [{ kind: 'paypal', 'key-env': 'A' }, 'payments.kind must be chargily or simulated, not "paypal"'],
    [{ kind: 'chargily', 'key-env': 'A', mode: 'dry' }, 'payments.mode must be live or test, not "dry"'],
    [{ kind: 'simulated', mode: 'test' }, 'payments.mode is not a setting that exists'],
    [{ kind: 'chargily', 'key-env': 'sk_secret' }, 'payments.key-env must be the name'],
    [{ kind: 'chargily', 'key-env': 'A', fees: 1 }, 'payments.fees is not a setting that exists'],
  ])('%j is refused in one line', (payments, why) => {
    expect(() => configOf(payments)).toThrow(why);
    expect(() => configOf(payments)).not.toThrow('sk_secret');
  });

  it('needs public-url, and bounds of an order in their order', () => {
    const payments = { kind: 'chargily', 'key-env': 'A' };
    expect(() => configOf(payments, {})).toThrow('need public-url');
    expect(() => configOf(undefined, { 'top-up-min': 500, 'top-up-max': 400 })).toThrow('top-up-max is less');
  });

  it('is simulated by default on a loopback address without real providers, and else there is none', () => {
    expect(configOf(undefined, {}).payments).toEqual({ kind: 'simulated' });
    expect(configOf({ kind: 'simulated' }, {}).payments).toEqual({ kind: 'simulated' });
    expect(configOf(undefined, { host: '0.0.0.0' }).payments).toBeUndefined();
    expect(configOf(undefined, { providers: REAL }).payments).toBeUndefined();
  });

  it('has no payments without money beside a real provider, and no simulated ones on another address', () => {
    const test = { kind: 'chargily', 'key-env': 'A', mode: 'test' };
    const others = { 'public-url': 'https://gateway.example' };
    expect(configOf(test).payments).toMatchObject({ mode: 'test' });
    const why = 'payments without money are for a node without real providers, and real is configured';
    expect(() => configOf(test, { ...others, providers: REAL })).toThrow(why);
    expect(() => configOf({ kind: 'simulated' }, { providers: REAL })).toThrow(why);
    expect(() => configOf({ kind: 'simulated' }, { host: '0.0.0.0' })).toThrow(
      'simulated payments are for a loopback address, and the host is 0.0.0.0',
    );
  });

  it('goes with no demo', () => {
    const config = configOf({ kind: 'chargily', 'key-env': 'A' });
    expect(whyNoDemo(config)).toBe('--demo is for a node without real payments');
  });
});
