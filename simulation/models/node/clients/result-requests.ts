/** Requests for results: by the path of their job, and by links, told and altered. */
import type { ContentCall, LinkCall, LinkFlaw } from '../../../history/results/result-calls.js';
import { type KnownKey, type PreparedRequest, withKey } from './prepared-request.js';

const LINKS = '/results/';

/** The latest link of each job, as answers told it. */
export class KnownLinks {
  /** By job, the name behind the slash. */
  readonly #names = new Map<string, string>();

  /** Learns from the answer about a job. */
  learn(body: string): void {
    const { id, url } = JSON.parse(body) as { readonly id?: string; readonly url?: string };
    const at = url?.indexOf(LINKS) ?? -1;
    if (id !== undefined && url !== undefined && at !== -1) this.#names.set(id, url.slice(at + LINKS.length));
  }

  /** Undefined if no answer told of the link. */
  opening(call: LinkCall, jobId: string | undefined): PreparedRequest | undefined {
    const name = this.#names.get(jobId ?? '');
    if (name === undefined || jobId === undefined) return undefined;
    // The nearest one: of a job of nearly the same id.
    const names = [...this.#names.values()].filter((one) => one.length === name.length);
    const place = names.indexOf(name);
    const another = names[place + 1] ?? names[place - 1];
    const altered = call.flaw === undefined ? name : flawed(name, call.flaw, another);
    if (altered === undefined) return undefined;
    return {
      method: call.isHead ? 'HEAD' : 'GET',
      path: LINKS + altered,
      query: '',
      fields: partsAsked(call),
      body: undefined,
      keyId: '',
      jobId,
      credential: 'page',
    };
  }
}

export function contentRequest(
  call: ContentCall,
  key: KnownKey,
  jobId: string | undefined,
): PreparedRequest | undefined {
  if (jobId === undefined) return undefined;
  const request = withKey(key, call.isHead ? 'HEAD' : 'GET', `/v1/videos/${jobId}/content`);
  return { ...request, jobId, fields: [...request.fields, ...partsAsked(call)] };
}

function partsAsked({ range, ifRange }: LinkCall | ContentCall): PreparedRequest['fields'] {
  return [
    ...(range === undefined ? [] : [['range', range] as const]),
    ...(ifRange === undefined ? [] : [['if-range', ifRange] as const]),
  ];
}

/** @param another the link of another job; undefined if none is known */
function flawed(name: string, flaw: LinkFlaw, another: string | undefined): string | undefined {
  // The proof is behind the job's id, or before the ending of the file.
  const [, before = '', proof = '', behind = ''] = /^(\w+\.(?!mp4$))?([\w-]+)(\.mp4)?$/.exec(name) ?? [];
  const made = changedProof(proof, flaw);
  if (made !== undefined) return made === proof ? undefined : before + made + behind;
  if (flaw === 'slashed') return `${name}/`;
  if (flaw === 'seal_of_another' && before !== '' && another !== undefined)
    return before + another.slice(another.indexOf('.') + 1);
  return undefined;
}

function changedProof(proof: string, flaw: LinkFlaw): string | undefined {
  const at = (place: number) => proof.slice(0, place) + other(proof[place]) + proof.slice(place + 1);
  switch (flaw) {
    case 'first':
      return at(0);
    case 'middle':
      return at(proof.length >> 1);
    case 'last':
      return at(proof.length - 1);
    case 'other_case':
      return proof.replace(/[a-z]/, (letter) => letter.toUpperCase());
    case 'cut':
      return proof.slice(0, -1);
    case 'half':
      return proof.slice(0, proof.length >> 1);
    case 'empty':
      return '';
    case 'longer':
      return `${proof}A`;
    case 'padded':
      return `${proof}=`;
    case 'doubled':
      return proof + proof;
    case 'zeros':
      return 'A'.repeat(proof.length);
    default:
      return undefined;
  }
}

function other(digit: string | undefined): string {
  return digit === 'Q' ? 'q' : 'Q';
}
