/** Pages that tell of the same things as the API: where they are, and their parts as a trace shows them. */
import type { ShownCell, ShownParts, VisitedParts } from '../../../../history/people/shown-parts.js';
import type { LookCall, ReadListCall } from '../../../../history/people-call.js';

/** No job is made as late. */
const NEWEST_JOB = 'video_7zzzzzzzzzzzzzzzzzzzzzzzzz';

interface Ids {
  keyId(number: number): string | undefined;
  /** The id of the account of a key. */
  accountOf(key: number): string | undefined;
  jobId(step: number): string | undefined;
  orderId(step: number): string | undefined;
}

/** Undefined if an id that it needs is not known. */
export function pathOf({ page, ...call }: LookCall, ids: Ids): string | undefined {
  const [key, account] = [ids.keyId(call.key), ids.accountOf(call.key)];
  if (key === undefined || account === undefined) return undefined;
  if (call.link !== undefined) return call.link;
  const period = call.period === undefined ? '' : `&period=${call.period}`;
  switch (page) {
    case 'overview':
      return '/';
    case 'accounts':
    case 'node':
      return `/${page}`;
    case 'all_keys':
      return '/keys';
    case 'keys':
      return `/keys?account=${account}`;
    case 'key':
      return `/keys/${key}`;
    case 'ledger_file':
      return `/keys/${key}/ledger.csv`;
    case 'jobs': {
      const { status, model, of } = call;
      return queried('/jobs', {
        ...(of === undefined ? { key } : of === 'account' && { account }),
        ...(status && { status }),
        ...(model && { model }),
      });
    }
    case 'usage':
      return `/usage?key=${key}${period}`;
    case 'usage_by_model':
      return `/usage?key=${key}&by=model${period}`;
    case 'usage_by_provider':
      return `/usage?key=${key}&by=provider${period}`;
    case 'usage_by_key':
      return `/usage?account=${account}&by=key`;
    case 'usage_file':
      return `/usage.csv?key=${key}${period}`;
    case 'usage_file_by_key':
      return `/usage.csv?account=${account}&by=key`;
    case 'orders':
      return `/top-up?account=${account}`;
    case 'account':
      return `/accounts/${account}`;
    case 'job': {
      const id = ids.jobId(call.job ?? 0);
      return id && `/jobs/${id}`;
    }
    case 'order': {
      const id = ids.orderId(call.order ?? 0);
      return id && `/top-up/${id}`;
    }
  }
}

function queried(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(query)}`;
}

/** The page of jobs. */
export function jobsPath(call: ReadListCall, ids: Ids): string | undefined {
  const { status, model, of, key, isFurther } = call;
  const [keyId, account] = [ids.keyId(key), ids.accountOf(key)];
  if (of !== undefined && (keyId === undefined || account === undefined)) return undefined;
  const query = {
    ...(status && { status }),
    ...(model && { model }),
    ...(of === 'key' && { key: keyId ?? '' }),
    ...(of === 'account' && { account: account ?? '' }),
    ...(isFurther && { after: NEWEST_JOB }),
  };
  return queried('/jobs', query);
}

/** The first amount that a page shows, in DA. */
export function amountIn(html: string): number {
  return Number(cellOf(html).numbers[0]);
}

export function partsOf(html: string): ShownParts {
  const [main = ''] = /<main.*<\/main>/s.exec(html) ?? [];
  const [head = ''] = /<div class="title">.*?<\/div>/s.exec(main) ?? [];
  const [table = ''] = /<tbody>.*?<\/tbody>/s.exec(main) ?? [];
  return {
    head: cellOf(head).words,
    rows: rowsOf(table),
    values: found(main, /<dd\b[^>]*>(.*?)<\/dd>/gs).map(cellOf),
    hasOlder: /<nav class="pages".*rel="next".*<\/nav>/s.test(main),
    files: found(main, /<a href="([^"]*\.csv\b[^"]*)"/g).map((href) => href.replaceAll('&amp;', '&')),
  };
}

/** With the tables behind the first, and what stands chosen in its form. */
export function visitedPartsOf(html: string): VisitedParts {
  const [, ...others] = found(html, /<tbody>(.*?)<\/tbody>/gs);
  const isChosen = (input: string) => /\bchecked\b/.test(input);
  const inputs = found(html, /(<input\b[^>]*>)/g);
  return {
    ...partsOf(html),
    others: others.map(rowsOf),
    chosen: inputs.filter(isChosen).flatMap((input) => found(input, /value="([^"]*)"/g)),
    remedies: found(html, /href="(\/top-up\?key=\w+|\/jobs\?status=failed)"/g),
  };
}

function rowsOf(table: string): readonly (readonly ShownCell[])[] {
  return found(table, /<tr>(.*?)<\/tr>/gs).map((row) =>
    found(row, /<t[hd]\b[^>]*>(.*?)<\/t[hd]>/gs).map(cellOf),
  );
}

export function cellOf(html: string): ShownCell {
  return {
    words: html
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    numbers: found(html, /<bdi class="number"[^>]*>([^<]*)/g).map((text) => text.replaceAll(',', '').trim()),
    times: found(html, /<time datetime="([^"]*)"/gi),
    ids: found(html, /\b((?:key|video|order|acct|user|gen)_\w+)/g),
  };
}

/** The targets of the links of a text. */
export function linksIn(html: string): readonly string[] {
  return found(html, /\bhref="([^"]*)"/g).map((href) => href.replaceAll('&amp;', '&'));
}

function found(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, group = '']) => group);
}
