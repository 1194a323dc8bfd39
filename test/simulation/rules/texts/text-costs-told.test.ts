import { expect, it } from 'vitest';
import { TEXT_COSTS_TOLD } from '../../../../simulation/rules/texts/text-costs-told.js';
import { MadePeople } from '../people/made-people.js';
import { readerOf } from '../told-history.js';
import { DISK, ID } from './made-text.js';

const TOLD = { status: 'completed', cost: 0.000024, estimated: false, key: 'key_1', balance: 1 };

/** The reports if somebody of account 0 is told that of the text of a key of this account. */
function reports(body: object, account = 0): string {
  const made = new MadePeople(TEXT_COSTS_TOLD);
  made.ask(
    0,
    { op: 'create_key', newKey: 1, account },
    { status: 201, body: { id: 'key_1', account: 'acct_1' } },
  );
  const session = made.join(1);
  const asked = { session, generation: ID, credential: 'page' } as const;
  made.ask(10, { op: 'generation', key: 1, text: 1, session: 0 }, { body }, asked);
  made.checker.disk(readerOf(DISK), 'end');
  return made.end().join();
}

it('has nothing to say of a text that is told of as its record has it, or that is open', () => {
  expect(reports(TOLD)).toBe('');
  expect(reports({ ...TOLD, status: 'open', cost: null })).toBe('');
});

it('reports another end, cost or key than the record has, and a text of another account', () => {
  expect(reports({ ...TOLD, status: 'failed' })).toMatch(/is told of as .*"failed".*; it completed/);
  expect(reports({ ...TOLD, cost: 0.000025 })).toMatch(/it completed, for 24 micro-DA/);
  expect(reports({ ...TOLD, estimated: true })).toMatch(/is told of as/);
  expect(reports({ ...TOLD, key: 'key_2' })).toMatch(/is told of as/);
  expect(reports({ ...TOLD, status: 'open' })).toMatch(/is told of as/);
  expect(reports(TOLD, 1)).toMatch(/of account 1 is told of to account 0/);
});
