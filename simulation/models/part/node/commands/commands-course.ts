/** Commands as they run, and a twin that says which requests and which words are due. */
import { runOwnProgram } from '../../../../../src/cli/framework/program.js';
import type { Course } from '../../part.js';
import type { Trial } from '../../trial.js';
import { COMMANDS, type CommandFact } from './command-facts.js';
import { answersOf } from './node-answers.js';
import type { RunAct } from './run-act.js';
import { cellsOf, listedRow } from './shown-lists.js';
import { grouped, linesOf, WALL_MS } from './shown-records.js';
import { type HeardRequest, StandInNode } from './stand-in-node.js';

type DueRequest = Pick<HeardRequest, 'method' | 'path' | 'query' | 'body'>;

const KEYS = {
  environment: 'mk-of-the-environment-of-somebody-0',
  file: 'mk-of-a-file-of-somebody-0000000000',
  folder: 'mk-of-the-folder-of-somebody-000000',
};
const RETRIES_MAX = 5;
const [SHOWN_MAX, PAGE_MAX] = [50, 100];
const [DONE, BAD, USAGE, UNREACHABLE] = [0, 1, 2, 3];

export class CommandsCourse implements Course<RunAct> {
  readonly #trial: Trial;
  readonly #node = new StandInNode();
  readonly #keyFile: string;

  constructor(trial: Trial) {
    this.#trial = trial;
    this.#node.file('management-key', `${KEYS.folder}\n`);
    this.#keyFile = this.#node.file('a-key', `${KEYS.file}\n`);
  }

  compare(): void {}

  end(): void {
    this.#node.end();
  }

  async take(act: RunAct): Promise<void> {
    await this.#node.listen();
    const fact = COMMANDS[act.command] as CommandFact;
    this.#node.heard = [];
    this.#node.answer = answersOf(act, fact);
    const said = { out: '', err: '', asked: 0 };
    const status = await runOwnProgram(
      { name: 'tollgate', start: 'tollgate', summary: '', command: fact.command },
      this.#argv(act),
      {
        out: { write: (text) => (said.out += text) },
        err: { write: (text) => (said.err += text) },
        environment: {
          ...(act.isUrlTyped ? {} : { TOLLGATE_URL: this.#node.url }),
          ...(act.keyIn === 'environment' || act.keyIn === 'both'
            ? { TOLLGATE_MANAGEMENT_KEY: KEYS.environment }
            : {}),
        },
        folder: this.#node.folder,
        ask:
          act.said === undefined
            ? undefined
            : async () => {
                said.asked += 1;
                return act.said ?? '';
              },
        nowMs: () => 0,
        wallMs: () => WALL_MS,
      },
    );
    this.#judge(act, fact, status, said);
  }

  #argv(act: RunAct): readonly string[] {
    return [
      ...act.words,
      ...Object.entries(act.options).map(([name, value]) => `--${name}=${value}`),
      ...(act.isJson ? ['--json'] : []),
      ...(act.isQuiet ? ['--quiet'] : []),
      ...(act.isSure ? ['--yes'] : []),
      ...(act.isAll ? ['--all'] : []),
      ...(act.limit === undefined ? [] : [`--limit=${act.limit}`]),
      ...(act.isUrlTyped ? ['--url', this.#node.url] : []),
      ...(act.keyIn === 'file' || act.keyIn === 'both' ? ['--key-file', this.#keyFile] : []),
      ...(act.keyIn === 'folder' ? ['--data', '.'] : []),
    ];
  }

  #judge(
    act: RunAct,
    fact: CommandFact,
    status: number,
    { out, err, asked }: { readonly out: string; readonly err: string; readonly asked: number },
  ): void {
    const trial = this.#trial;
    const { heard } = this.#node;
    const due = dueOf(act, fact);
    const about = `${act.command} of ${JSON.stringify([act.words, act.options])}`;
    if (status !== due.status)
      trial.broke('status', `${about} ends with ${status}, not ${due.status}: ${err}`);
    trial.same('asked', asked, due.isAsked ? 1 : 0);
    const told = heard.map(({ method, path, query, body }) => ({ method, path, query, body }));
    trial.same('requests', told, due.requests);
    const key = KEYS[act.keyIn === 'both' ? 'file' : act.keyIn];
    for (const { path, authorization, idempotencyKey } of heard) {
      trial.same('key', authorization, path === '/openapi.json' ? undefined : `Bearer ${key}`);
      const isRepeatable = act.command === 'keys create' && path === '/api/keys';
      trial.same('repeatable', idempotencyKey, isRepeatable ? act.options['idempotency-key'] : undefined);
    }
    if (/sk-0123456789|mk-0123456789/.test(out + err)) trial.broke('secret', `${about} repeats a secret`);
    if (!due.isPrinted) trial.same('printed', out, '');
    else if (fact.answer === 'list') this.#judgeList(act, out, err);
    else if (fact.answer === 'void') {
      const [amount = 0, held] = [act.voided.reduce((sum, one) => sum + Math.round(one * 1e6), 0), act.held];
      const lines = { 'Taken back': `${grouped(amount / 1e6)} DA`, Keys: String(act.voided.length) };
      this.#judgeLines(out, { ...lines, 'Orders canceled': String(2 * act.voided.length) });
      trial.same('remark', err.includes('hold 0.5 DA'), held > 0);
    } else this.#judgeRecord(act, fact, out, err);
  }

  #judgeRecord(act: RunAct, { answer, quiet }: CommandFact, out: string, err: string): void {
    const { record } = act;
    if (answer === 'list' || answer === 'void') return;
    if (act.isJson) this.#trial.same('document', out, `${JSON.stringify(record)}\n`);
    else if (act.isQuiet && quiet !== undefined) {
      const [field, within] = quiet;
      const of = record[field] as Readonly<Record<string, unknown>> | null;
      const text = within === undefined ? of : of?.[within];
      this.#trial.same('quiet', out, text === null ? '' : `${text}\n`);
    } else this.#judgeLines(out, linesOf(answer, act.command, record, act.words), answer === 'balance');
    const isAgain = act.end === 'replays' && (answer === 'movement' || act.command === 'jobs fail');
    this.#trial.same('remark', /used before; nothing|already ended as/.test(err), isAgain);
    if (act.command === 'keys create')
      this.#trial.same('remark', err.includes('Store the secret'), record.key !== null);
    if (answer === 'invitation') this.#trial.same('remark', err.includes('by mail'), record.mailed);
  }

  #judgeLines(out: string, due: Readonly<Record<string, string | undefined>>, isTable = false): void {
    const told = new Map(
      out.split('\n').map((line): [string, string] => {
        const [name = '', value = ''] = line.split(/ {2,}/);
        return [name, isTable ? String(Number(value.replaceAll(',', ''))) : value];
      }),
    );
    for (const [name, value] of Object.entries(due))
      if (told.get(name) !== value) this.#trial.same('lines', [name, told.get(name)], [name, value]);
  }

  #judgeList(act: RunAct, out: string, err: string): void {
    const shown = Math.min(act.rows, maxOf(act));
    const hasMore = shown < act.rows;
    const rows = Array.from({ length: shown }, (_, n) => n);
    if (act.isJson) {
      const data = rows.map(listedRow);
      const next = hasMore ? `after-${shown}` : null;
      this.#trial.same('document', JSON.parse(out), { object: 'list', data, has_more: hasMore, next });
      return;
    }
    const lines = out.split('\n').slice(1, -1);
    const cells = lines.map((line) => line.trim().split(/ {2,}/));
    this.#trial.same(
      'rows',
      cells,
      rows.map((n) => cellsOf(act.command, n)),
    );
    this.#trial.same('remark', err.includes('These are the newest'), hasMore);
  }
}

function maxOf({ limit, isAll, isJson }: RunAct): number {
  return limit ?? (isAll || isJson ? Number.POSITIVE_INFINITY : SHOWN_MAX);
}

interface Due {
  readonly status: number;
  readonly requests: readonly DueRequest[];
  readonly isAsked: boolean;
  readonly isPrinted: boolean;
}

function dueOf(act: RunAct, fact: CommandFact): Due {
  const nothing = { requests: [], isAsked: false, isPrinted: false };
  const isIdle = act.command === 'accounts change' && Object.keys(act.options).length === 0;
  if (act.isWrong || isIdle || (act.isAll && act.limit !== undefined)) return { ...nothing, status: USAGE };
  const { method, path, query = {}, body } = fact.asks(act);
  const main: DueRequest = { method, path, query, body };
  const isAsked = fact.warns !== undefined && act.said !== undefined && !act.isSure;
  const wanted: DueRequest[] = [];
  if (isAsked && fact.warns === 'of the record')
    wanted.push({ method: 'GET', path: path.replace(/\/fail$/, ''), query: {}, body: undefined });
  const isRefused = isAsked && !['y', 'yes'].includes((act.said ?? '').trim().toLowerCase());
  if (!isRefused) wanted.push(...pagesOf(act, fact, main));
  const [first, ...others] = wanted;
  if (first === undefined) return { ...nothing, isAsked, status: BAD };
  const isPutOff = act.busy > (act.wait === 'none' ? 0 : RETRIES_MAX);
  const times = act.wait === 'none' ? 1 : Math.min(act.busy, RETRIES_MAX) + 1;
  const requests = [...Array.from({ length: times }, () => first), ...(isPutOff ? [] : others)];
  // The question comes behind the record that it is about.
  if (isPutOff)
    return { status: BAD, requests, isAsked: isAsked && fact.warns === 'blindly', isPrinted: false };
  if (isRefused) return { status: BAD, requests, isAsked, isPrinted: false };
  const isGood = act.end === 'answers' || act.end === 'replays';
  if (act.end === 'knows_not')
    requests.push({ method: 'GET', path: '/openapi.json', query: {}, body: undefined });
  const isCompleted = act.command === 'jobs fail' && act.record.status !== 'failed';
  const bad = ['strange', 'nameless', 'cut'].includes(act.end) ? UNREACHABLE : BAD;
  return { status: isGood ? (isCompleted ? BAD : DONE) : bad, requests, isAsked, isPrinted: isGood };
}

/** All requests of a list, or of a taking back; the first alone if the node does not answer it. */
function pagesOf(act: RunAct, { answer }: CommandFact, main: DueRequest): readonly DueRequest[] {
  const isGood = act.end === 'answers' || act.end === 'replays';
  if (answer === 'void') {
    const count = isGood ? act.voided.length : 1;
    return Array.from({ length: count }, (_, n) => ({
      ...main,
      body: n === 0 ? {} : { from: `after-${n}` },
    }));
  }
  if (answer !== 'list') return [main];
  const pages: DueRequest[] = [];
  const max = maxOf(act);
  for (let at = 0; at === 0 || (isGood && at < Math.min(max, act.rows)); at += PAGE_MAX) {
    const limit = String(Math.min(PAGE_MAX, max - at));
    const after = at === 0 ? {} : { after: `after-${at}` };
    pages.push({ ...main, query: { ...main.query, limit, ...after } });
  }
  return pages;
}
