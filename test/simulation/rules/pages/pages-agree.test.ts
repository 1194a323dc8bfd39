import { describe, expect, it } from 'vitest';
import type { ClientCall } from '../../../../simulation/history/client-call.js';
import type { LookCall } from '../../../../simulation/history/people-call.js';
import { PAGES_AGREE } from '../../../../simulation/rules/pages/pages-agree.js';
import { MadePeople } from '../people/made-people.js';

const KEY = { id: 'key_0', rate_limit_rpm: 60, balance: 1.25 };
const CREDITS = { balance: 1.25, reserved: 0.5, total_usage: 0.000001 };
const ENTRY = {
  id: 'le_0_1',
  type: 'credit',
  amount: 1_000,
  balance_after: 1.25,
  reserved_after: 0.5,
  created_at: 1_795_219_200,
};
const DAY = { date: '2026-11-21', completed: 1, failed: 2, prompt_tokens: 3, completion_tokens: 4 };
const ACTIVITY = [
  { ...DAY, model: 'model/0', seconds: 1.5, cost: 2 },
  { ...DAY, model: 'text/0', seconds: 0, cost: 0.000001 },
];

const JOB = { model: 'model/0', cost: 0, created_at: 1_795_219_200 };
const JOBS = [
  { ...JOB, id: 'video_4', status: 'failed' },
  { ...JOB, id: 'video_3', status: 'completed' },
  { ...JOB, id: 'video_2', status: 'failed' },
];

const cell = (...numbers: string[]) => ({ words: '', numbers, times: [], ids: [] });
const at = (time: string) => ({ ...cell(), times: [time] });
const row = (id: string, ...cells: object[]) => [{ ...cell(), ids: [id] }, ...cells];

/** The reports on a page that says this once all is quiet. */
function saidOf(page: LookCall['page'], body: object | string, ...further: readonly object[]): string {
  const made = new MadePeople(PAGES_AGREE);
  made.key(0, 60, 'acct_1');
  made.see({ at: 1, what: 'quiet' });
  const ask = (call: object, body: object | string, more: object = {}) => {
    const request = made.send(2, { key: 0, ...call } as ClientCall, { step: 0, ...more });
    if (typeof body === 'object') made.answer(2, request, { body });
    else made.see({ at: 2, what: 'answered', request, status: 200, headers: {}, body, wallMs: 0 });
  };
  ask({ op: 'show_key' }, KEY);
  ask({ op: 'show_balance' }, CREDITS);
  ask({ op: 'ledger', limit: 100 }, { data: [ENTRY], has_more: false });
  ask({ op: 'activity' }, { data: ACTIVITY });
  ask({ op: 'list_jobs', limit: 100 }, { data: JOBS, has_more: false });
  ask({ op: 'show_job', job: 1 }, { ...JOBS[1], seconds: 1.5, output_seconds: 1 }, { jobId: 'video_3' });
  ask({ op: 'look', session: 0, page, status: 'failed' }, body);
  for (const [n, part] of further.entries())
    ask({ op: 'look', session: 0, page, status: 'failed', nth: n + 1, link: `${LINK}after=${n % 2}` }, part);
  return made.end().join();
}

const parts = (rows: object[], values: object[] = []) => ({
  head: '',
  rows,
  values,
  hasOlder: false,
  files: [] as string[],
});

const LINK = '/?status=failed&by=key&';

describe('the rule pages-agree', () => {
  it('has nothing to say of pages that agree with the API', () => {
    const figures = [cell('1.25'), cell('0.50'), cell('0.000001'), cell('60')];
    const entry = row(
      'x',
      at('2026-11-21T00:00:00.000Z'),
      cell('1000.00', '1.25'),
      cell('0.50'),
      cell('1.25'),
    );
    expect(saidOf('key', parts([entry], figures))).toBe('');
    expect(saidOf('keys', parts([row('key_0', cell('60'), cell('0.50'), cell('1.25'))]))).toBe('');
    const day = [at('2026-11-21'), cell('2'), cell('4'), cell('1.5'), cell('14'), cell('2.000001')];
    expect(saidOf('usage', parts([day]))).toBe('');
  });

  it('reports another amount, and a row that is missing or too many', () => {
    expect(saidOf('keys', parts([row('key_0', cell('60'), cell('0.50'), cell('1.250001'))]))).toMatch(
      /says 60 \| 500000 micro-DA \| 1250001 micro-DA, and the API 60 \| 500000 micro-DA \| 1250000/,
    );
    expect(saidOf('usage', parts([]))).toMatch(/says nothing, and the API 2026-11-21 \| 2 \| 4/);
    const file = 'head\r\n1,2026-11-21T00:00:00.000Z,credit,1000,1.25,0.5,,,,0,\r\n';
    expect(saidOf('ledger_file', file)).toBe('');
    expect(saidOf('ledger_file', file.replace(',,,,0,', ',,"a, b",,0.5,'))).toMatch(
      /says 1 .* \| a, b \| {2}\| 500000 micro-DA, and the API 1 .* \| {2}\| {2}\| 0 micro-DA/,
    );
    expect(saidOf('ledger_file', `${file}2,2026-11-21T00:00:00.000Z,debit,1,0.25,0.5,,,,0,\r\n`)).toMatch(
      /says 2 \| 1795219200 \| debit .* and the API nothing/,
    );
  });

  it('reports a job of another model or length', () => {
    const words = (text: string, ...numbers: string[]) => ({ ...cell(...numbers), words: text });
    const shown = (model: string, asked: string) => ({
      ...parts(
        [],
        [
          words(model),
          cell(),
          cell(asked),
          cell('1 s'),
          cell('2'),
          cell('0.00'),
          row('video_3')[0] as object,
        ],
      ),
      head: 'A boat Completed',
    });
    expect(saidOf('job', shown('model/0', '1.5 s'))).toBe('');
    expect(saidOf('job', shown('model/0', '2 s'))).toMatch(/model\/0 \| 2 \| 1, and the API .* \| 1.5 \| 1/);
    expect(saidOf('job', shown('model/1', '1.5 s'))).toMatch(/model\/1 .* and the API .* model\/0/);
  });

  it('reads a table to its end, and reports what is on no page, or on two', () => {
    const job = (id: string) => {
      const model = { ...cell(), words: 'model/0 8 s' };
      return row(id, { ...cell(), words: 'Failed' }, model, cell('0.00'), at('2026-11-21T00:00:00.000Z'));
    };
    const page = (hasOlder: boolean, ...ids: string[]) => ({ ...parts(ids.map(job)), hasOlder });
    expect(saidOf('jobs', page(true), page(true, 'video_4'), page(false, 'video_2'))).toBe('');
    expect(saidOf('jobs', page(true), page(false, 'video_4'))).toMatch(
      /says nothing, and the API video_2 \| failed/,
    );
    expect(saidOf('jobs', page(true, 'video_4'), page(false, 'video_4', 'video_2'))).toMatch(
      /says video_4 .* and the API video_2/,
    );
    const round = page(true, 'video_4');
    expect(saidOf('jobs', round, round, round, round)).toMatch(
      /lead in a circle, to \/\?status=failed&by=key&after=0/,
    );
  });

  it('reports a table that goes on without what it was asked for with', () => {
    const page = (hasOlder: boolean) => ({ ...parts([]), hasOlder });
    expect(saidOf('keys', page(true), page(false))).toMatch(
      /the pages \(keys\) go on at .*, without account$/,
    );
    expect(saidOf('usage_by_key', page(true), page(false))).not.toMatch(/without/);
  });

  it('reports a page of usage whose file is that of another page', () => {
    const page = (file: string) => ({ ...parts([]), files: [`/usage.csv?by=key${file}`] });
    expect(saidOf('usage', page(''), page('&after=0'))).not.toMatch(/its file/);
    expect(saidOf('usage', page(''), page(''))).toMatch(/the page .*&after=0 has another table as its file/);
    expect(saidOf('usage', page('&after=0'))).toMatch(/the page usage has another table/);
  });

  it('reports a key that is on two pages of usage, or in a file with other sums', () => {
    const used = row('key_0', cell('2'), cell('4'), cell('1.5'), cell('14'), cell('2.000001'));
    expect(saidOf('usage_by_key', { ...parts([used]), hasOlder: true }, parts([used]))).toMatch(
      /shows key_0 on two pages/,
    );
    expect(saidOf('usage_by_key', parts([]))).toMatch(/key_0, which was used, is on none/);
    expect(saidOf('usage_file_by_key', 'head\r\nkey_0,A, name,2,4,1.5,2.000001,6,8\r\n')).toBe('');
    expect(saidOf('usage_file_by_key', 'head\r\nkey_0,A name,2,4,1.5,2.000002,6,8\r\n')).toMatch(
      /usage_file_by_key\) says key_0 .* and the API key_0/,
    );
  });
});
