import { describe, expect, it } from 'vitest';
import * as chat from '../../../../../src/http/pages/dashboard/chat/chat-texts.js';
import * as audit from '../../../../../src/http/pages/dashboard/texts/audit-texts.js';
import * as keys from '../../../../../src/http/pages/dashboard/texts/key-texts.js';
import { preferredLanguage, type Text } from '../../../../../src/http/pages/dashboard/texts/language.js';
import * as ledger from '../../../../../src/http/pages/dashboard/texts/ledger-texts.js';
import * as accounts from '../../../../../src/http/pages/dashboard/texts/operators/account-texts.js';
import * as node from '../../../../../src/http/pages/dashboard/texts/operators/node-texts.js';
import * as orders from '../../../../../src/http/pages/dashboard/texts/order-texts.js';
import * as overview from '../../../../../src/http/pages/dashboard/texts/overview-texts.js';
import * as people from '../../../../../src/http/pages/dashboard/texts/people-texts.js';
import * as shell from '../../../../../src/http/pages/dashboard/texts/shell-texts.js';
import * as signIn from '../../../../../src/http/pages/dashboard/texts/sign-in-texts.js';
import * as topUp from '../../../../../src/http/pages/dashboard/texts/top-up-texts.js';
import * as trouble from '../../../../../src/http/pages/dashboard/texts/trouble-texts.js';

const TEXTS = [
  accounts,
  node,
  audit,
  chat,
  keys,
  ledger,

  orders,
  overview,
  people,
  shell,
  signIn,
  topUp,
  trouble,
]
  .flatMap((file) => Object.entries<Readonly<Record<string, Text>>>(file))
  .flatMap(([subject, texts]) =>
    Object.entries(texts).map(([name, text]) => ({ at: `${subject}.${name}`, text })),
  );

describe('each text of the dashboard', () => {
  it('is written in Arabic letters in Arabic, and in Latin ones else', () => {
    const wrong = TEXTS.filter(
      ({ text: { en, fr, ar } }) => !/\p{Script=Arabic}/u.test(ar) || /\p{Script=Arabic}/u.test(en + fr),
    );
    expect(wrong.map(({ at }) => at)).toEqual([]);
  });

  it('ends alike in every language, and has the apostrophe and the spaces that French has', () => {
    const end = (text: string) => (/[.?…]$/.exec(text.replace('؟', '?')) ?? [''])[0];
    const uneven = TEXTS.filter(({ text: { en, fr, ar } }) => end(en) !== end(fr) || end(en) !== end(ar));
    expect(uneven.map(({ at }) => at)).toEqual([]);
    const french = TEXTS.filter(({ text: { fr } }) => /'|[^\s][;?!]/.test(fr));
    expect(french.map(({ at }) => at)).toEqual([]);
  });
});

describe('the language of a browser', () => {
  it.each([
    ['', 'en'],
    ['de, ja', 'en'],
    ['fr-DZ,fr;q=0.9,ar;q=0.8', 'fr'],
    ['ar;q=0.5, fr;q=0.7', 'fr'],
    ['ar-DZ', 'ar'],
    ['fr;q=0, ar;q=0.1', 'ar'],
    ['*', 'en'],
    ['x'.repeat(10_000), 'en'],
  ])('is the one that it prefers of ours (%s)', (field, language) => {
    expect(preferredLanguage(field)).toBe(language);
  });
});
