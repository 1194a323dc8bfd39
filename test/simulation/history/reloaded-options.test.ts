import { expect, it } from 'vitest';
import { RELOADED_OPTIONS } from '../../../simulation/history/reloads/reloaded-options.js';
import { OPTION_KEYS, OPTIONS } from '../../../src/node/config/options/options.js';

it('each option that a reload takes is drawn for histories, but for files, proxies and addresses', () => {
  const drawn = new Set<string>(RELOADED_OPTIONS.map(([key]) => key));
  const left = OPTION_KEYS.filter((key) => OPTIONS[key].taken === 'at_reload' && !drawn.has(key));
  expect(left).toEqual([
    'tlsCert',
    'tlsKey',
    'tlsPassphraseFile',
    'publicUrl',
    'trustedProxies',
    'corsOrigins',
  ]);
});

it('each value that is drawn is one that the option may have', () => {
  for (const [key, values] of RELOADED_OPTIONS) {
    const { schema, fromText } = OPTIONS[key].kind;
    for (const value of values)
      expect(schema.safeParse(fromText(String(value))).success, `${key} ${value}`).toBe(true);
  }
});
