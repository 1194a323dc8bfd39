/**
 * Fields of requests at their bounds and beyond, Idempotency-Keys bare and quoted, and requests that are the
 * same in other words.
 */
import { parseIdempotency } from '../../../../src/http/operations/idempotency-key.js';
import { parseInput } from '../../../../src/http/schemas/parse-input.js';
import type { Random } from '../../../world/random.js';
import type { Part } from '../part.js';
import type { Trial } from '../trial.js';
import { FIELDS, type FieldFacts, type Kind, LISTS } from './field-facts.js';

interface FieldAct {
  readonly do: 'field';
  readonly field: number;
  /** Characters, items, or the number itself: of a kind with decimals in its smallest unit. */
  readonly count: number;
  readonly as: string;
}

interface KeyAct {
  readonly do: 'key';
  readonly length: number;
  /** In the middle of it. */
  readonly odd: string;
  readonly isQuoted: boolean;
  readonly open?: true;
}

interface SameAct {
  readonly do: 'same';
  readonly value: unknown;
  readonly other: unknown;
}

const WIDE = '\u{1f4b3}';
const LONE = '\ud83d';
/** How it may be said; those in capitals are never right. */
const WORDS: Readonly<Record<Kind, readonly string[]>> = {
  text: ['plain', 'plain', 'wide', 'wide', 'blank', 'LONE', 'NUMBER'],
  whole: ['plain', 'plain', 'plain', 'HALF', 'STRING', 'null'],
  digits: ['plain', 'plain', 'plain', 'HALF', 'SIGN', 'EMPTY'],
  list: ['plain', 'plain', 'OBJECT'],
  da: ['plain', 'string', 'zeros', 'MORE', 'SIGN', 'BOOLEAN'],
  seconds: ['plain', 'string', 'zeros', 'MORE', 'SIGN', 'BOOLEAN'],
};
const DECIMALS: Readonly<Partial<Record<Kind, number>>> = { da: 6, seconds: 3 };
/** Drawn of a number without an upper bound. */
const MANY = 2_000_000;
const KEY_MAX = 255;
const SCALARS = [null, true, 1, '1', 'a', ''];
const NOT_PRINTABLE = /[^ -~]/;

export function fieldsPart(): Part<undefined, FieldAct | KeyAct | SameAct> {
  return {
    name: 'fields',
    limits: () => undefined,
    act: (random) =>
      random.weighted<() => FieldAct | KeyAct | SameAct>([
        [7, () => drawField(random)],
        [2, () => drawKey(random)],
        [1, () => drawSame(random)],
      ])(),
    pauseMs: () => 0,
    begin: (trial) => ({
      take(act) {
        if (act.do === 'field') takeField(trial, act);
        else if (act.do === 'key') takeKey(trial, act);
        else takeSame(trial, act);
      },
      compare() {},
    }),
  };
}

function takeField(trial: Trial, { field, count, as }: FieldAct): void {
  const facts = FIELDS[field];
  if (facts === undefined) throw new Error(`there is no field ${field}`);
  const value = valueSaid(facts, count, as);
  const parsed = parseInput(facts.schema, { ...facts.body, [facts.field]: value });
  const isTaken =
    as === 'null'
      ? facts.takesNull === true
      : as === as.toLowerCase() &&
        facts.min <= count &&
        (facts.max === undefined || count <= facts.max) &&
        !(as === 'blank' && facts.isNotBlank === true);
  const what = `${facts.field} of ${count} ${as}`;
  const told = parsed.ok ? `${what} is taken` : `${what} is ${parsed.error.code}, ${parsed.error.param}`;
  trial.same('taken', told, isTaken ? `${what} is taken` : `${what} is invalid_request, ${facts.field}`);
  if (!parsed.ok || !isTaken || as === 'null') return;
  const read = (parsed.value as Readonly<Record<string, unknown>>)[facts.field];
  const isText = facts.kind === 'text' || facts.kind === 'list';
  trial.same('read', isText ? JSON.stringify(read) : read, isText ? JSON.stringify(value) : count);
}

function valueSaid({ kind, item }: FieldFacts, count: number, as: string): unknown {
  if (as === 'null') return null;
  if (as === 'NUMBER') return count;
  if (as === 'OBJECT') return {};
  if (as === 'EMPTY') return '';
  if (as === 'BOOLEAN') return true;
  if (kind === 'text') {
    const unit = as === 'wide' ? WIDE : as === 'blank' ? ' ' : 'a';
    return as === 'LONE' ? `${unit.repeat(Math.max(0, count - 1))}${LONE}` : unit.repeat(count);
  }
  if (kind === 'list') return Array.from({ length: count }, () => item);
  const decimals = DECIMALS[kind] ?? 0;
  if (as === 'HALF') return kind === 'digits' ? `${count}.5` : count + 0.5;
  if (as === 'SIGN') return `+${withPoint(count, decimals)}`;
  if (as === 'STRING' || kind === 'digits') return String(count);
  if (as === 'MORE') return `${withPoint(count, decimals)}1`;
  if (as === 'zeros') return `${withPoint(count, decimals)}00`;
  if (as === 'string') return withPoint(count, decimals);
  return kind === 'whole' ? count : Number(withPoint(count, decimals));
}

function withPoint(units: number, decimals: number): string {
  if (units < 0) return `-${withPoint(-units, decimals)}`;
  const digits = String(units).padStart(decimals + 1, '0');
  return `${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`;
}

/** A bare key begins with no quote; within quotes a backslash stands before a quote and a backslash. */
function takeKey(trial: Trial, { length, odd, isQuoted, open }: KeyAct): void {
  const key = `${'k'.repeat(length >> 1)}${odd}${'y'.repeat(Math.max(0, length - (length >> 1) - odd.length))}`;
  const quoted = `"${key.replace(/["\\]/g, (mark) => `\\${mark}`)}"`;
  const fields = () => ({ prompt: 'p' });
  const header = isQuoted ? (open === true ? quoted.slice(0, -1) : quoted) : key;
  const isRight =
    key.length >= 1 &&
    key.length <= KEY_MAX &&
    !NOT_PRINTABLE.test(key) &&
    !(isQuoted ? open === true : key.startsWith('"'));
  const parsed = parseIdempotency(header, fields);
  const told = parsed.ok ? 'taken' : `${parsed.error.code}, ${parsed.error.param}`;
  const what = `${header.length} characters${isQuoted ? ' with quotes' : ''}, ${odd}`;
  trial.same('key', `${what}: ${told}`, `${what}: ${isRight ? 'taken' : 'invalid_request, Idempotency-Key'}`);
  if (!parsed.ok || !isRight) return;
  const hashOf = (text: string) => {
    const other = parseIdempotency(text, fields);
    return other.ok ? other.value?.keyHash : undefined;
  };
  trial.same('key', parsed.value?.keyHash, hashOf(quoted));
  if (parsed.value?.keyHash === hashOf(`${'z'.repeat(key.length)}`))
    trial.broke('key', `${header} is the same as another one`);
}

function takeSame(trial: Trial, { value, other }: SameAct): void {
  const printed = (one: unknown) => {
    const parsed = parseIdempotency('k', () => ({ one }));
    return parsed.ok ? parsed.value?.fingerprint : undefined;
  };
  trial.same('same', printed(value), printed(turned(value)));
  if (!isEqual(value, other) && printed(value) === printed(other))
    trial.broke('same', `${JSON.stringify(value)} counts as ${JSON.stringify(other)}`);
}

/** With the fields of its objects in the other order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, turned(field)] as const);
  return Object.fromEntries(fields.reverse());
}

function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other;
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === others.length &&
    names.every(
      (name) => Object.hasOwn(other, name) && isEqual(Reflect.get(one, name), Reflect.get(other, name)),
    )
  );
}

function drawSame(random: Random): SameAct {
  const value = drawValue(random, 0);
  return { do: 'same', value, other: changed(random, value) };
}

/** In one place. */
function changed(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return random.pick(SCALARS);
  const name = random.pick([...Object.keys(value), 'more']);
  if (Array.isArray(value))
    return name === 'more'
      ? [...value, null]
      : value.with(Number(name), changed(random, value[Number(name)]));
  return { ...value, [name]: changed(random, Reflect.get(value, name)) };
}

function drawValue(random: Random, depth: number): unknown {
  if (depth === 3 || random.chance(0.4)) return random.pick(SCALARS);
  const count = random.below(4);
  if (random.chance(0.4)) return Array.from({ length: count }, () => drawValue(random, depth + 1));
  const names = ['b', 'a', '__proto__', 'é'].slice(0, count);
  return Object.fromEntries(names.map((name) => [name, drawValue(random, depth + 1)]));
}

function drawField(random: Random): FieldAct {
  // Long lists take long.
  const field = random.below(random.chance(0.9) ? FIELDS.length - LISTS.length : FIELDS.length);
  const { kind, min, max } = FIELDS[field] as FieldFacts;
  const ends = [min - 1, min, min + 1, random.between(min, Math.min(max ?? MANY, MANY))];
  if (max !== undefined) ends.push(max - 1, max, max, max + 1);
  const isCounted = kind === 'text' || kind === 'list';
  const count = random.pick(isCounted ? ends.filter((end) => end >= 0) : ends);
  return { do: 'field', field, count, as: random.pick(WORDS[kind]) };
}

function drawKey(random: Random): KeyAct {
  return {
    do: 'key',
    length: random.pick([0, 1, 2, 20, 253, 254, 255, 256, 257]),
    odd: random.pick(['', '', '', '"', '\\', '\\"', ' ', '~', 'é', '\u007f', '\t']),
    isQuoted: random.chance(0.5),
    ...(random.chance(0.1) ? { open: true as const } : {}),
  };
}
