/** The usage of a key by day, model and provider, as a question for some days has to be answered. */
import type { Trial } from '../../trial.js';
import type { AnswerJudge } from './answer-judge.js';
import { objectIn } from './answer-judge.js';
import type { Answer } from './asked.js';
import type { DrawnDays } from './drawn-desk.js';
import type { PlainMoney, Used } from './plain-jobs.js';

const DAY_MS = 86_400_000;
const DAYS = { most: 366, usual: 30 };

interface Row {
  readonly date: string;
  readonly model: string;
  readonly provider: string;
}

/** The query, and the days that it stands for. */
export function daysOf(
  { from, to, model, provider }: DrawnDays,
  models: readonly { readonly id: string }[],
  wallMs: number,
) {
  const dayOf = (before: number) => new Date(wallMs - before * DAY_MS).toISOString().slice(0, 10);
  const name = model === undefined ? undefined : models[model]?.id;
  const last = to ?? 0;
  const first = from ?? last + DAYS.usual - 1;
  const query = new URLSearchParams({
    ...(from === undefined ? {} : { from: dayOf(from) }),
    ...(to === undefined ? {} : { to: dayOf(to) }),
    ...(name === undefined ? {} : { model: name }),
    ...(provider === undefined ? {} : { provider }),
  });
  const isRefused = first < last || first - last + 1 > DAYS.most;
  return { query: String(query), from: dayOf(first), to: dayOf(last), model: name, provider, isRefused };
}

export function judgeDays(
  trial: Trial,
  judge: AnswerJudge,
  answer: Answer,
  key: PlainMoney,
  days: ReturnType<typeof daysOf>,
  used: readonly Used[],
): void {
  if (days.isRefused) {
    judge.refused('activity', answer, { code: 'invalid_request', status: 400, param: 'from' });
    return;
  }
  const { data, ...told } = objectIn(answer) as { readonly data: readonly Row[] };
  trial.sameFields('activity', told, { object: 'list', from: days.from, to: days.to });
  judge.balance(answer, key);
  if (data.some(({ date }, n) => date > (data[n - 1]?.date ?? date)))
    trial.broke('activity', 'the newest day does not come first');
  const of = used.filter(
    (one) =>
      one.key === key &&
      one.day >= days.from &&
      one.day <= days.to &&
      (days.model === undefined || one.model === days.model) &&
      (days.provider === undefined || one.provider === days.provider),
  );
  const names = new Set(of.map(({ day, model, provider }) => nameOf({ date: day, model, provider })));
  const due = [...names].sort().map((name) => {
    const rows = of.filter(({ day, model, provider }) => nameOf({ date: day, model, provider }) === name);
    const [{ day = '', model = '', provider = '' } = {}] = rows;
    const sum = (amount: (row: (typeof rows)[number]) => number) =>
      rows.reduce((all, row) => all + amount(row), 0);
    return {
      date: day,
      model,
      provider,
      requests: rows.length,
      completed: sum(({ isCompleted }) => (isCompleted ? 1 : 0)),
      failed: sum(({ isCompleted }) => (isCompleted ? 0 : 1)),
      seconds: sum(({ outputMs }) => outputMs) / 1_000,
      prompt_tokens: sum(({ promptTokens = 0 }) => promptTokens),
      completion_tokens: sum(({ completionTokens = 0 }) => completionTokens),
      cost: sum(({ cost }) => cost) / 1e6,
    };
  });
  const rows = [...data].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  trial.same('activity', rows.map(nameOf), due.map(nameOf));
  for (const [n, row] of rows.entries()) trial.sameFields('activity', row, due[n]);
}

function nameOf({ date, model, provider }: Row): string {
  return `${date} ${model} ${provider}`;
}
