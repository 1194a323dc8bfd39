import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AccountState, encodeAccount, readAccount } from '../../../src/actors/accounts/account.js';
import type { ApiKeyState, EarlierSecret } from '../../../src/actors/keys/api-key-messages.js';
import { encodeApiKey, readApiKey } from '../../../src/actors/keys/api-key-record.js';
import type { MicroDa } from '../../../src/money/micro-da.js';
import type { SteadyMs } from '../../../src/time/clock.js';

const anyText = fc.string({ unit: 'grapheme' });
const name = fc.oneof(anyText, fc.constantFrom('a "b"', '\\', '\u0000\n', '\ud83d\ude00', '\ud83d', 'null'));
const amount = fc.nat(2 ** 53 - 1).map((number) => number as MicroDa);
const total = fc.bigInt({ min: 0n, max: 2n ** 80n });

const neverRotated = fc.constant({ rotations: 0, earlier: [] as readonly EarlierSecret[] });
const rotated = fc.record({
  rotations: fc.integer({ min: 1, max: 1_000_000 }),
  earlier: fc.array(fc.record({ hash: fc.constant('1bf0'), until: fc.nat().map((ms) => ms as SteadyMs) })),
});

const unrotated = fc.record({
  id: fc.constant('key_01'),
  account: fc.constant('acct_default'),
  name,
  rateLimitRpm: fc.nat(1_000_000),
  isRevoked: fc.boolean(),
  createdAt: fc.nat(2 ** 31),
  balances: fc.record({
    credited: amount,
    charged: amount,
    reserved: amount,
    withdrawn: amount,
    marked: amount,
  }),
  open: fc.record({ video_job: fc.nat(1_000_000), generation: fc.nat(100) }),
  entries: fc.nat(10 ** 12),
  credentialHash: fc.constant('0af9'),
});

const apiKey: fc.Arbitrary<ApiKeyState> = fc
  .tuple(unrotated, fc.oneof(neverRotated, rotated))
  .map(([key, secrets]) => ({ ...key, ...secrets }));

const account: fc.Arbitrary<AccountState> = fc.record({
  id: fc.constant('acct_01'),
  name,
  isVerified: fc.boolean(),
  createdAt: fc.nat(2 ** 31),
  madeAt: fc.nat(2 ** 45).map((number) => number as SteadyMs),
  totals: fc.record({ credited: total, charged: total, reserved: total, marked: total }),
  activeKeys: fc.nat(1_000_000),
});

it('an API key, printed field by field, is read as it was written, whatever its name', () => {
  fc.assert(
    fc.property(apiKey, (written) => {
      const records = { get: () => encodeApiKey(written), range: () => [] };
      expect(readApiKey(written.id, records)).toEqual(written);
    }),
  );
});

it('an account, printed field by field, is read as it was written, whatever its name', () => {
  fc.assert(
    fc.property(account, (written) => {
      const records = { get: () => encodeAccount(written), range: () => [] };
      expect(readAccount(written.id, records)).toEqual(written);
    }),
  );
});
