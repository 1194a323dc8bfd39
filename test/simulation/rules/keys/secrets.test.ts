import { SECRETS } from '../../../../simulation/rules/keys/secrets.js';
import { checkBreaches } from '../check-breaches.js';
import { SETTLED_DISK } from '../clean-run.js';
import { at, KEY, type Run } from '../told-history.js';

const CURRENT = { kind: 'api', id: KEY };
const EARLIER = { kind: 'api', id: KEY, until: 900_000 };

/** The end of a run in which the key is found by these secrets. */
function endsWith(key: object, ...secrets: readonly object[]): Run {
  const disk = {
    keys: { [KEY]: { ...SETTLED_DISK.keys[KEY], ...key } },
    credentials: Object.fromEntries(secrets.map((secret, n) => [`hash_${n}`, secret])),
  };
  return { end: at(1_000, { disk, when: 'end' }) };
}

checkBreaches(
  SECRETS,
  [
    ['the key is found by none', endsWith({}), /is found by 0 secrets and 0 earlier ones/],
    ['it is found by two', endsWith({}, CURRENT, CURRENT), /is found by 2 secrets/],
    ['a secret of before is not on its record', endsWith({}, CURRENT, EARLIER), /and 1 earlier ones/],
    [
      'a secret of before finds nothing',
      endsWith({ earlier: [{ hash: 'hash_1' }] }, CURRENT),
      /is found by 1 secrets and 0 earlier ones/,
    ],
    ['it is revoked and found', endsWith({ revoked: true }, CURRENT), /is found by 1 secrets/],
  ],
  [
    ['a secret of before has its grace', endsWith({ earlier: [{ hash: 'hash_1' }] }, CURRENT, EARLIER)],
    ['it is revoked and found by none', endsWith({ revoked: true, earlier: [{ hash: 'hash_1' }] })],
  ],
);
