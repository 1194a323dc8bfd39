/** Requests for results: by the path of their job, or by the link that an answer told. */

/** Of a request for a result, however it names it. */
interface Fetch {
  readonly job: number;
  /** The Range field; none is sent if it is absent. */
  readonly range?: string;
  /** The If-Range field. */
  readonly ifRange?: string;
  /** It is a HEAD. */
  readonly isHead?: true;
}

/** Fetches a result. */
export interface ContentCall extends Fetch {
  readonly op: 'content';
  readonly key: number;
}

/** Changes that turn a link into one that was never given out. */
export const LINK_FLAWS = [
  'first',
  'middle',
  'last',
  'other_case',
  'cut',
  'half',
  'empty',
  'longer',
  'padded',
  'doubled',
  'slashed',
  'zeros',
  'seal_of_another',
] as const;
export type LinkFlaw = (typeof LINK_FLAWS)[number];

/** Opens the link of a result, as the latest answer told it or with a flaw, without any key. */
export interface LinkCall extends Fetch {
  readonly op: 'open_link';
  readonly flaw?: LinkFlaw;
}

/** Whether a request asks for a result that its client was told of. */
export function isFetch(call: { readonly op: string }): call is ContentCall | LinkCall {
  if (call.op === 'content') return true;
  return call.op === 'open_link' && (call as LinkCall).flaw === undefined;
}

export function describeFetch(call: ContentCall | LinkCall): string {
  const { range, ifRange, isHead, job } = call;
  const part = range === undefined ? '' : `${JSON.stringify(range)} of `;
  const unless = ifRange === undefined ? '' : ` if it is ${ifRange}`;
  const how = call.op === 'content' ? ` with key ${call.key}` : ' by its link';
  const flaw = call.op === 'open_link' && call.flaw !== undefined ? `, altered: ${call.flaw}` : '';
  return `${isHead ? 'asks for the head of' : 'fetches'} ${part}the result of step ${job}${how}${flaw}${unless}`;
}
