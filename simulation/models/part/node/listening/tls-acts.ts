/** The acts on the files of a certificate, and their chances. */
import type { Random } from '../../../../world/random.js';
import type { NamedFiles } from './tls-folder.js';
import { CERTIFICATES, type FileName, KEYS, PASSPHRASES } from './tls-texts.js';

export type TlsAct =
  /** Into one of the two files of its kind. */
  | { readonly do: 'write'; readonly file: FileName; readonly nth: number; readonly text: string }
  /** The configuration names these. */
  | ({ readonly do: 'name' } & NamedFiles);

export function drawAct(random: Random): TlsAct {
  const nth = random.chance(0.8) ? 0 : 1;
  const write = (file: FileName, texts: ReadonlyMap<string, unknown>): TlsAct => ({
    do: 'write',
    file,
    nth,
    text: random.pick([...texts.keys()]),
  });
  return random.weighted<() => TlsAct>([
    [6, () => write('cert', CERTIFICATES)],
    [4, () => write('key', KEYS)],
    [2, () => write('passphrase', PASSPHRASES)],
    // Right ones of one key, so that most of the time there is something to take.
    [
      4,
      () => ({ do: 'write', file: 'cert', nth, text: random.pick(['longest', 'shorter', 'longer_chain']) }),
    ],
    [3, () => ({ do: 'write', file: 'key', nth, text: random.pick(['first', 'spaced', 'encrypted']) })],
    [
      2,
      () => ({
        do: 'name',
        cert: nth,
        key: random.chance(0.8) ? 0 : 1,
        passphrase: random.pick([null, 0, 0]),
      }),
    ],
  ])();
}
