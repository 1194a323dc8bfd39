/** Right and wrong values of each option, from what its documentation says of it. */
import { OPTION_KEYS, OPTIONS, type OptionKey } from '../../../src/node/config/options/options.js';
import type { Source } from './config-history.js';
import { NEVER_SHOWN } from './key-reading.js';
import { OPTION_FACTS } from './option-facts.js';

/** All but the name of the file itself. */
export const DRAWN_OPTIONS: readonly OptionKey[] = OPTION_KEYS.filter((key) => key !== 'config');

interface Samples {
  readonly right: readonly unknown[];
  /** In a file. */
  readonly wrong: readonly unknown[];
  /** As text, if other texts are wrong besides those of the file. */
  readonly wrongText?: readonly string[];
}

const NAMED: Partial<Record<OptionKey, Samples>> = {
  smtpUrl: {
    right: ['smtps://mail.test', 'smtp://mail.test:2525'],
    wrong: ['http://mail.test', `smtps://a:${NEVER_SHOWN}@mail.test`, 'smtp://mail.test/a', 7],
  },
  mailFrom: { right: ['gate@example.test'], wrong: ['gate', 7] },
};

const PLACED: Readonly<Record<string, Samples>> = {
  SHARE: { right: [0, 0.25, 1], wrong: [-0.1, 1.01, 'half'] },
  'true|false': { right: [true, false], wrong: ['yes', 1], wrongText: ['1', 'TRUE'] },
  FILE: { right: ['a-file', '/etc/a-file', '../a-file'], wrong: [7, true], wrongText: [''] },
  DIR: { right: ['a-folder', '/var/a-folder'], wrong: [7, true], wrongText: [''] },
  HOST: { right: ['127.0.0.1', '::1', 'localhost', 'gate.example.test', '0.0.0.0'], wrong: ['a b', 7] },
  URL: {
    right: ['https://gate.example.test', 'http://gate.test:8080/base', 'https://gate.test/base/'],
    wrong: [
      ...['ftp://gate.test', 'https://a:b@gate.test', 'https://a@gate.test', 'https://gate.test/?a=b'],
      ...['https://gate.test/#a', 'gate.test', 7],
    ],
  },
  'CIDR,…': {
    right: [['10.0.0.0/8'], ['192.0.2.7', '2001:db8::/32'], ['unix'], ['::1', '0.0.0.0/0', '::/128']],
    wrong: [['10.0.0.0/33'], ['::/129'], ['10.0.0/8'], ['10.0.0.0/8/8'], ['fe80::1%lo'], ['nets'], 7],
  },
  'ORIGIN,…': {
    right: [['https://app.example.test'], ['http://app.test:3000', 'https://b.test'], ['*']],
    wrong: [['https://app.example.test/'], ['https://app.test/a'], ['ftp://app.test'], ['null'], ['app'], 7],
  },
  MODE: { right: ['0660', '600', '0777'], wrong: ['0888', '66', '1660', 660], wrongText: ['660 '] },
  'USER:GROUP': { right: ['www', 'www:web', ':web'], wrong: ['', 'a b', 7], wrongText: ['a:b:c'] },
};

export function rightValues(option: OptionKey): readonly unknown[] {
  return samplesOf(option).right;
}

export function wrongValues(option: OptionKey, from: Source): readonly unknown[] {
  const { wrong, wrongText = [] } = samplesOf(option);
  if (from === 'file') return wrong;
  // An empty variable is none, and a number is as good as its text where a text is wanted.
  const texts = [
    ...wrong.filter((value) => typeof value === 'string' || isRefusedAsText(option, value)),
    ...wrongText,
  ];
  return texts.filter((text) => from === 'command' || textOf(text) !== '');
}

/** The text of a value on the command line and in the environment. */
export function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}

function isRefusedAsText(option: OptionKey, value: unknown): boolean {
  const { placeholder } = OPTIONS[option].kind;
  return Array.isArray(value) || ['N', 'SHARE', 'CIDR,…', 'ORIGIN,…', 'URL'].includes(placeholder);
}

function samplesOf(option: OptionKey): Samples {
  const { placeholder } = OPTIONS[option].kind;
  const named = NAMED[option] ?? PLACED[placeholder];
  if (named !== undefined) return named;
  if (placeholder !== 'N') return { right: placeholder.split('|'), wrong: ['nothing of these', 7] };
  const [min, max] = OPTION_FACTS[option].bounds ?? [0, 0];
  return {
    right: [min, min + 1, Math.floor((min + max) / 2), max],
    wrong: [min - 1, max + 1, min + 0.5, 'many', true],
    wrongText: ['1e3', ' 7', '7ms', '+7'],
  };
}
