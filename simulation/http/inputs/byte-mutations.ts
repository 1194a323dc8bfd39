/** Changes to inputs at the level of bytes, blind to what they mean. */
import type { Random } from '../../world/random.js';
import { INPUT_BYTES_MAX } from '../wire/http-input.js';

const BYTES: readonly string[] = [
  ...[
    '\r',
    '\n',
    '\r\n',
    '\r\n\r\n',
    '\n\n',
    '\r\r\n',
    '\0',
    ' ',
    '\t',
    '\x0b',
    '\x7f',
    '\x80',
    '\xff',
    ':',
    '/',
    '?',
    '%',
  ],
  ...[
    'HTTP/1.1',
    'HTTP/1.0',
    'HTTP/2.0',
    'GET / HTTP/1.1\r\n',
    'Content-Length: 1\r\n',
    'Transfer-Encoding: chunked\r\n',
    '0\r\n\r\n',
  ],
  ...[
    'g\r\n',
    '1;a=b\r\n',
    '-1\r\n',
    'ffffffffffffffff\r\n',
    '\u0000\u0001',
    '"',
    '\\',
    '{',
    '}',
    '[',
    'Host: a\r\n',
    ' \r\n',
  ],
];

/** Changes the bytes one to four times. @param others to splice with */
export function mutateBytes(random: Random, bytes: string, others: readonly string[]): string {
  let changed = bytes;
  for (let count = random.between(1, 4); count > 0; count--) changed = mutateOnce(random, changed, others);
  return changed.slice(0, INPUT_BYTES_MAX);
}

function mutateOnce(random: Random, bytes: string, others: readonly string[]): string {
  const at = random.below(bytes.length + 1);
  const end = Math.min(bytes.length, at + random.between(1, random.chance(0.8) ? 8 : 200));
  const before = bytes.slice(0, at);
  const after = bytes.slice(at);
  switch (random.below(9)) {
    case 0: {
      const flipped = (bytes.charCodeAt(at) || 0) ^ (1 << random.below(8));
      return before + String.fromCharCode(flipped) + bytes.slice(at + 1);
    }
    case 1:
      return before + String.fromCharCode(random.below(256)) + bytes.slice(at + 1);
    case 2:
      return before;
    case 3:
      return before + bytes.slice(end);
    case 4:
      return before + random.pick(BYTES) + after;
    case 5:
      return before + bytes.slice(at, end).repeat(random.between(2, 5)) + bytes.slice(end);
    case 6:
      return before + Buffer.from(random.bytes(random.between(1, 16))).toString('latin1') + after;
    case 7:
      return breakLines(random, bytes);
    default: {
      const other = others.length === 0 ? bytes : random.pick(others);
      return before + other.slice(random.below(other.length + 1));
    }
  }
}

/** Another end for one line, or for all. */
function breakLines(random: Random, bytes: string): string {
  const other = random.pick(['\n', '\r', '\r\n\r\n', ' \r\n', '\r\n ', '\r\r\n', '\n\r', '\0\r\n']);
  if (random.chance(0.2)) return bytes.replaceAll('\r\n', other);
  const ends = [...bytes.matchAll(/\r\n/g)].map(({ index }) => index);
  if (ends.length === 0) return bytes + other;
  const at = random.pick(ends);
  return bytes.slice(0, at) + other + bytes.slice(at + 2);
}
