/** Bodies in JSON and as forms, in odd spellings, right or with one flaw. */
import type { Random } from '../../../world/random.js';

export interface JsonAct {
  readonly do: 'json';
  readonly text: string;
  readonly hasMark: boolean;
  /** It has a byte that UTF-8 does not have. */
  readonly hasOddByte: boolean;
  readonly isRight: boolean;
}

export interface FormAct {
  readonly do: 'form';
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly boundary: string;
  readonly isQuoted: boolean;
  /** Before the first boundary. */
  readonly before: string;
  readonly flaw: 'twice' | 'file' | 'file*' | 'nameless' | 'endless' | undefined;
}

const NESTING_MAX = 64;
const FILES: Readonly<Record<string, string>> = {
  file: '; filename="a.txt"',
  'file*': "; filename*=UTF-8''a.txt",
};
const NAMES = ['a', 'b', '__proto__', 'é', '"', '\\', ':', '{', 'a"b', 'x\\'];
const VALUES = ['', 'one', ' two ', '\r\n', '--', '\r\n--edg', '\r\n--edgeX', '{"a":1}', 'é', 'a:b', '"'];

export function drawJson(random: Random): JsonAct {
  const flaw = random.weighted([
    [4, undefined],
    [3, 'twice'],
    [2, 'deep'],
    [1, 'syntax'],
    [1, 'byte'],
  ] as const);
  const levels = flaw === 'deep' ? NESTING_MAX + 1 : random.pick([0, 1, 2, NESTING_MAX - 3, NESTING_MAX - 2]);
  let text = objectIn(random, flaw === 'twice');
  if (flaw === 'deep') text = '[]';
  for (let level = 1; level < levels; level++)
    text = random.chance(0.5) ? `[${text}]` : `{${spelled(random, 'a')} :${text}}`;
  return {
    do: 'json',
    text: flaw === 'syntax' ? `${text},` : text,
    hasMark: random.chance(0.1),
    hasOddByte: flaw === 'byte',
    isRight: flaw === undefined,
  };
}

/** Of two levels; a name of the outer object may come again in the inner ones. */
function objectIn(random: Random, isTwice: boolean): string {
  const inner = () => {
    const names = NAMES.filter(() => random.chance(0.3));
    return `{${names.map((name) => `${spelled(random, name)}:${spelled(random, random.pick(VALUES))}`)}}`;
  };
  const names = NAMES.filter(() => random.chance(0.4));
  if (isTwice) names.push(names[0] ?? 'a', ...(names.length === 0 ? ['a'] : []));
  const fields = names.map((name) => {
    const value = random.pick([inner(), `[${inner()},${inner()}]`, '1', spelled(random, 'a')]);
    return `${spelled(random, name)}${random.pick([':', ' : ', '\n:\t'])}${value}`;
  });
  return `{${fields.join(', ')}}`;
}

function spelled(random: Random, text: string): string {
  if (random.chance(0.6)) return JSON.stringify(text);
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
}

export function drawForm(random: Random): FormAct {
  const names = ['model', 'prompt', 'a"b', 'é', '__proto__', 'a;b', 'x\\'].filter(() => random.chance(0.5));
  const flaw = random.chance(0.6)
    ? undefined
    : random.pick(['twice', 'file', 'file*', 'nameless', 'endless'] as const);
  const count = flaw === undefined ? names.length : Math.max(1, names.length);
  const fields = Array.from({ length: count }, (_, at) => {
    return [names[at] ?? 'model', random.pick(VALUES)] as const;
  });
  return {
    do: 'form',
    fields,
    boundary: 'edge',
    isQuoted: random.chance(0.4),
    before: random.pick(['', '', '\r\n', 'To whom it concerns\r\n', '--edgeX\r\n']),
    flaw,
  };
}

/** The bytes of a form, as browsers write it. */
export function writtenForm({ fields, boundary, before, flaw }: FormAct): string {
  const parts = fields.map(([name, value]) => {
    const told = name.replaceAll('"', '%22');
    const isFile = name === fields[0]?.[0];
    const file = isFile ? (FILES[flaw ?? ''] ?? '') : '';
    const disposition = flaw === 'nameless' ? 'form-data' : `form-data; name="${told}"${file}`;
    return `--${boundary}\r\nContent-Disposition: ${disposition}\r\n\r\n${value}\r\n`;
  });
  if (flaw === 'twice') parts.push(parts[0] as string);
  return `${before}${parts.join('')}--${boundary}${flaw === 'endless' ? '' : '--\r\n'}`;
}
