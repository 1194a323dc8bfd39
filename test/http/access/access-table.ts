/**
 * Tables of requests, and of the answer that each role gets to each.
 *
 * A row is a method, a path, the fields that are sent, and one word for each role: `yes` (what it asks for is
 * done or shown), `no` (403), `none` (404, as for an id that does not exist), `key` (401), `sign-in` (led to
 * the sign-in page), or the status as a number. A text in braces stands for a thing of the first account.
 */
import { type Column, type TwoAccounts, twoAccounts } from './two-accounts.js';

export interface Row {
  readonly method: string;
  /** With braces, as it stands in the table. */
  readonly target: string;
  readonly fields: string;
  readonly words: Readonly<Record<string, string>>;
}

/** @param columns in order; none of their words has a space in it */
export function readTable(text: string, columns: readonly string[]): readonly Row[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const parts = line.trim().split(/\s+/);
      const [method = '', target = '', ...rest] = parts;
      const fields = rest.length > columns.length ? (rest.shift() ?? '') : '';
      if (rest.length !== columns.length) throw new Error(`a row has too few or too many words: ${line}`);
      const words = Object.fromEntries(columns.map((column, at) => [column, rest[at] ?? '']));
      return { method, target, fields, words };
    });
}

/** A world that no request has changed yet; undefined if there is none. */
let unchanged: TwoAccounts | undefined;

/** The answers of a row, in the words of its table, each in a world that no other request has changed. */
export async function answersTo(row: Row): Promise<Readonly<Record<string, string>>> {
  const answers: [string, string][] = [];
  for (const column of Object.keys(row.words) as Column[]) {
    unchanged ??= await twoAccounts();
    const before = unchanged.records();
    const answer = await judged(row, column, unchanged);
    if (unchanged.records() !== before) unchanged = undefined;
    answers.push([column, answer]);
  }
  return Object.fromEntries(answers);
}

async function judged(row: Row, column: Column, accounts: TwoAccounts): Promise<string> {
  const before = accounts.recordsOfFirst();
  const answer = await accounts.ask(column, row.method, row.target, row.fields);
  const word = wordOf(answer);
  const troubles: string[] = [];
  const isTheirs = column === 'stranger' || column === 'strangers-key' || column === 'nobody';
  if (isTheirs && !usesItsToken(row)) {
    const told = accounts.tracesIn(answer.text + (answer.headers.location ?? ''), row.target + row.fields);
    if (told.length > 0) troubles.push(`shows ${told.join(', ')}`);
  }
  const mayChange = (word === 'yes' || word === 'sign-in') && (!isTheirs || usesItsToken(row));
  if (!mayChange && accounts.recordsOfFirst() !== before)
    troubles.push('changes records of the first account');
  if (word === 'none' && /\{/.test(row.target + row.fields)) {
    const without = await accounts.ask(column, row.method, row.target, row.fields, 'none');
    if (accounts.withoutIds(without.text) !== accounts.withoutIds(answer.text))
      troubles.push('answers otherwise for an id that does not exist');
  }
  return [word, ...troubles].join(', and ');
}

/** A link that its bearer may use. */
function usesItsToken({ target }: Row): boolean {
  return target.includes('{token}') || target.startsWith('/pay/');
}

function wordOf({ status, headers }: { status: number; headers: Readonly<Record<string, string>> }): string {
  if (status === 303 && headers.location?.startsWith('/sign-in') === true) return 'sign-in';
  if (status >= 200 && status < 400) return 'yes';
  const words: Readonly<Record<number, string>> = { 401: 'key', 403: 'no', 404: 'none' };
  return words[status] ?? String(status);
}
