/** A request in parts, as generators change it, and its bytes. */
import { utf8 } from '../wire/http-input.js';

/** A member of a JSON object: both parts as JSON text. */
export type Member = readonly [key: string, value: string];

export interface RequestPlan {
  method: string;
  /** One character a byte. */
  target: string;
  readonly fields: [name: string, value: string][];
  /** The members of a JSON body; undefined if there is none, or it is written out. */
  members: Member[] | undefined;
  /** The body written out, one character a byte; if undefined, the members are. */
  body: string | undefined;
  /** How the length of the body is told. */
  framing: Framing;
}

/**
 * By Content-Length, in chunks cut as told, or as the fields say. `chunks` are the sizes of all chunks but
 * the last.
 */
export type Framing =
  | { readonly by: 'length' }
  | { readonly by: 'chunks'; readonly sizes: readonly number[] }
  | { readonly by: 'fields' };

export function planned(method: string, target: string): RequestPlan {
  return {
    method,
    target,
    fields: [['Host', 'gateway.test']],
    members: undefined,
    body: undefined,
    framing: { by: 'length' },
  };
}

export function bodyOf({ members, body }: RequestPlan): string | undefined {
  if (body !== undefined || members === undefined) return body;
  return utf8(`{${members.map(([key, value]) => `${key}:${value}`).join(',')}}`);
}

/** The bytes of the request. */
export function printPlan(plan: RequestPlan): string {
  const body = bodyOf(plan);
  const fields = plan.fields.map(([name, value]) => `${name}: ${value}`);
  let framed = body ?? '';
  if (body !== undefined && plan.framing.by === 'length') fields.push(`Content-Length: ${body.length}`);
  if (body !== undefined && plan.framing.by === 'chunks') {
    fields.push('Transfer-Encoding: chunked');
    framed = inChunks(body, plan.framing.sizes);
  }
  return `${[`${plan.method} ${plan.target} HTTP/1.1`, ...fields].join('\r\n')}\r\n\r\n${framed}`;
}

function inChunks(body: string, sizes: readonly number[]): string {
  let chunks = '';
  let at = 0;
  for (const size of [...sizes, body.length]) {
    const part = body.slice(at, at + size);
    if (part !== '') chunks += `${part.length.toString(16)}\r\n${part}\r\n`;
    at += size;
  }
  return `${chunks}0\r\n\r\n`;
}

/** Replaces the field of that name, or adds it. */
export function setField(plan: RequestPlan, name: string, value: string): void {
  const at = plan.fields.findIndex(([each]) => each.toLowerCase() === name.toLowerCase());
  if (at === -1) plan.fields.push([name, value]);
  else plan.fields[at] = [name, value];
}

export function dropField(plan: RequestPlan, name: string): void {
  const at = plan.fields.findIndex(([each]) => each.toLowerCase() === name.toLowerCase());
  if (at !== -1) plan.fields.splice(at, 1);
}
