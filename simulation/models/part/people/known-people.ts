/** The accounts, names and passwords that histories of people have. */

export const OPERATORS = 'acct_default';
export const ACCOUNTS = [OPERATORS, 'acct_1', 'acct_2'];

/** Each row is the name of one person, spelled in several ways. */
export const NAMES: readonly (readonly string[])[] = [
  ['sara@people.test', 'Sara@People.TEST', 'ｓara@people.test'],
  ['amélie@people.test', 'ame\u0301lie@people.test', 'AMÉLIE@people.test'],
  ['yacine@people.test', 'YACINE@people.test', 'Yacine@people.test'],
  ['lina@people.test', 'lina@PEOPLE.test', 'LINA@people.test'],
];

/** The last three are none. */
export const PASSWORDS = [
  'ten letter',
  'p'.repeat(200),
  '🔑'.repeat(10),
  '🔑'.repeat(200),
  'another one of mine',
  'nine letr',
  'p'.repeat(201),
  '🔑'.repeat(9),
];
export const SOUND_PASSWORDS = 5;
