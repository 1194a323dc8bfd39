/** Pages of usage as their readers have them, and the rows of their files. As all pages, loaded late. */
import { USUAL_LIMITS } from '../../../../../src/limits/limits.js';
import type { StoreReader } from '../../../../../src/store/store.js';
import type { WallMs } from '../../../../../src/time/clock.js';
import { cellsOf } from '../../csv-rows.js';

interface Asked {
  readonly account: string;
  /** The account of the reader. */
  readonly own: string;
  readonly key: string | undefined;
  readonly by: 'day' | 'model' | 'provider' | 'key';
  readonly period: '7' | '30' | '90' | '365';
  readonly after: string | undefined;
  readonly shown: number;
  readonly lookedAt: number;
}

interface UsagePage {
  readonly html: string;
  /** The groups of the page, and the rows of its file, each as text. */
  readonly found: readonly string[];
  readonly file: readonly string[];
  readonly fileName: string;
}

export async function usagePageOf(records: StoreReader, asked: Asked, nowMs: number): Promise<UsagePage> {
  const { h } = await import('preact');
  const { renderToString } = await import('preact-render-to-string');
  const { readUsage } = await import('../../../../../src/http/pages/dashboard/usage/read-usage.js');
  const { usageFile } = await import('../../../../../src/http/pages/dashboard/usage/usage-file.js');
  const { periodOf } = await import('../../../../../src/http/pages/dashboard/usage/usage-query.js');
  const { UsagePage } = await import('../../../../../src/http/pages/dashboard/usage/usage-page.js');
  const { ViewContext } = await import('../../../../../src/http/pages/dashboard/view/view.js');
  const { readApiKey } = await import('../../../../../src/actors/keys/api-key-record.js');
  const { account, own, by, after, shown, lookedAt } = asked;
  const key = asked.key === undefined ? undefined : readApiKey(asked.key, records);
  const period = periodOf(Number(asked.period) as Parameters<typeof periodOf>[0], nowMs as WallMs);
  const query = { account, key, by, after, ...period };
  const found = readUsage(records, query, {
    ...USUAL_LIMITS,
    usageKeysShown: shown,
    usageRowsLookedAt: lookedAt,
  });
  const view = {
    language: 'en' as const,
    path: '/usage',
    here: '/usage',
    signedIn: signedIn(own),
    assets: { style: '', script: '', chart: '', chat: '', icon: '' },
  };
  const page = h(ViewContext.Provider, { value: view }, h(UsagePage, { query, found }));
  const file = usageFile(query, found);
  const [, ...lines] = file.kind === 'page' ? String(file.body).split('\r\n') : [];
  const disposition = file.headers?.find(([name]) => name === 'Content-Disposition')?.[1] ?? '';
  return {
    html: renderToString(page),
    found: found.groups.map((group) =>
      [
        group.id,
        group.completed,
        group.failed,
        group.outputMs / 1_000,
        withoutZeros(group.cost),
        group.promptTokens,
        group.completionTokens,
      ].join(' | '),
    ),
    file: lines.filter((line) => line !== '').map((line) => rowOf(line, by)),
    fileName: /filename="(.*)"/.exec(disposition)?.[1] ?? '',
  };
}

function rowOf(line: string, by: Asked['by']): string {
  const cells = cellsOf(`${line}\r\n`) ?? [];
  const [name, ...others] = by === 'key' ? [cells[0], ...cells.slice(2)] : cells;
  const [completed, failed, seconds, cost, prompt, completion] = others;
  const shown = [name, completed, failed, seconds, cost?.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')];
  return [...shown, prompt, completion].join(' | ');
}

function withoutZeros(microDa: bigint): string {
  const digits = String(microDa).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '');
}

function signedIn(account: string) {
  return {
    user: 'user_1',
    name: 'somebody',
    account,
    role: 'operator' as const,
    session: '',
    grants: [],
    hasPassword: true,
  };
}

export function linksIn(html: string) {
  const [nav = ''] = /<nav class="pages".*?<\/nav>/s.exec(html) ?? [];
  const link = (text: string, pattern: RegExp) => pattern.exec(text)?.[1]?.replaceAll('&amp;', '&');
  return {
    csv: link(html, /href="(\/usage\.csv[^"]*)"/),
    older: link(nav, /href="([^"]*)" rel="next"/),
    newest: link(nav, /href="([^"]*)">/),
  };
}
