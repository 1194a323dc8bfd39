/**
 * The words of a service that repeats its key: as it is, in parts, in all forms that an answer may give it.
 * None of that is left, and all else stays as it was.
 */
import { Secrets } from '../../../../../src/outward/secrets.js';
import type { Random } from '../../../../world/random.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';

interface SecretLimits {
  /** Before the key in the field of a request. */
  readonly scheme: '' | 'Bearer ' | 'Key ';
  /** The key has a colon between two of them. */
  readonly parts: readonly string[];
}

const FORMS = ['plain', 'with_scheme', 'part', 'in_url', 'base64', 'base64url', 'within_base64'] as const;

interface SayAct {
  readonly do: 'say';
  readonly form: (typeof FORMS)[number] | 'nothing';
  readonly nth: number;
  /** Behind so many bytes, within Base64. */
  readonly shift: number;
  /** As escapes of JSON. */
  readonly isEscaped: boolean;
  readonly as: 'words' | 'value' | 'name' | 'list' | 'event' | 'event_of_words';
}

const CHARACTERS = [...'abcXYZ0189-_./+~?>'];
const REMOVED = '[secret]';
const BEFORE = 'It said ';
const BEHIND = ', "é"';

export function secretsPart(): Part<SecretLimits, SayAct> {
  return {
    name: 'secrets',
    limits: (random) => ({
      scheme: random.pick(['', 'Bearer ', 'Key '] as const),
      parts: Array.from({ length: random.pick([1, 2]) }, () => drawKey(random)),
    }),
    act: (random) => ({
      do: 'say',
      form: random.chance(0.1) ? 'nothing' : random.pick(FORMS),
      nth: random.below(2),
      shift: random.below(3),
      isEscaped: random.chance(0.3),
      as: random.pick(['words', 'value', 'name', 'list', 'event', 'event_of_words'] as const),
    }),
    pauseMs: () => 0,
    begin: (trial, limits) => new SecretsCourse(trial, limits),
  };
}

function drawKey(random: Random): string {
  return Array.from({ length: random.between(8, 24) }, () => random.pick(CHARACTERS)).join('');
}

class SecretsCourse implements Course<SayAct> {
  readonly #trial: Trial;
  readonly #limits: SecretLimits;
  readonly #secrets: Secrets;

  constructor(trial: Trial, limits: SecretLimits) {
    this.#trial = trial;
    this.#limits = limits;
    this.#secrets = new Secrets({ 'x-key': limits.scheme + limits.parts.join(':') });
  }

  take(act: SayAct): void {
    const said = this.#said(act);
    const text = BEFORE + said + BEHIND;
    const told = this.#told(act, text);
    if (act.form === 'nothing') {
      this.#trial.same('kept', told, text);
      return;
    }
    // Of a longer text in Base64 the ends are not of the key; in the midst of the rest is nothing but key.
    const isHidden = act.form === 'within_base64';
    const key = isHidden ? said.slice(said.length / 3, (2 * said.length) / 3) : said;
    const isGone = told?.includes(REMOVED) === true && !told.includes(key);
    const isRest = told?.startsWith(BEFORE) === true && told.endsWith(BEHIND);
    if (!isGone || !isRest)
      this.#trial.broke('removed', `of ${text} (${act.form}, as ${act.as}) is told ${told}`);
    else if (!isHidden) this.#trial.same('removed', told, BEFORE + REMOVED + BEHIND);
  }

  compare(): void {}

  #said({ form, nth, shift }: SayAct): string {
    const { scheme, parts } = this.#limits;
    const key = parts.join(':');
    const base64 = Buffer.from(key).toString('base64').replace(/=*$/, '');
    switch (form) {
      case 'nothing':
        return key.slice(0, 3);
      case 'plain':
        return key;
      case 'with_scheme':
        return scheme + key;
      case 'part':
        return parts[nth] ?? key;
      case 'in_url':
        return encodeURIComponent(key);
      case 'base64':
        return base64;
      case 'base64url':
        return base64.replaceAll('+', '-').replaceAll('/', '_');
      case 'within_base64':
        return Buffer.from(`${'id='.slice(0, shift)}${key}&`)
          .toString('base64')
          .replace(/=*$/, '');
    }
  }

  /** The text as it comes out of where the service has put it; undefined if it is not there any more. */
  #told({ as, isEscaped }: SayAct, text: string): string | undefined {
    const print = (value: unknown) =>
      isEscaped ? escaped(JSON.stringify(value), text) : JSON.stringify(value);
    switch (as) {
      case 'words':
        return this.#secrets.removedFrom(text);
      case 'event_of_words':
        return this.#secrets.removedFromData(text);
      case 'value':
        return Object(this.#secrets.parse(print({ n: 1, error: text }))).error;
      case 'list':
        return Object(this.#secrets.parse(print([[7], { of: [text] }])))[1]?.of?.[0];
      case 'name':
        return Object.keys(Object(this.#secrets.parse(print({ n: 1, [text]: 2 }))))[1];
      case 'event':
        return JSON.parse(this.#secrets.removedFromData(print({ choices: [{ text }] }))).choices[0].text;
    }
  }
}

/** JSON with one of its texts in escapes alone. */
function escaped(json: string, text: string): string {
  const units = text.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return json.replace(JSON.stringify(text).slice(1, -1), () => units.join(''));
}
