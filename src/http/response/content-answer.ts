/** How the content of a result is answered: in whole or in part, with the fields that say which. */
import type { ResultContent } from '../../providers/provider.js';
import { readRange } from '../request/byte-range.js';

export type ContentAnswer =
  | {
      readonly kind: 'bytes';
      readonly status: 200 | 206;
      readonly contentType: string;
      /** Header fields, each after a CRLF. */
      readonly fields: string;
      readonly size: number;
      readonly chunks: () => AsyncIterable<Uint8Array>;
    }
  /** The range lies outside the content, whose size in bytes this is. */
  | { readonly kind: 'unsatisfiable'; readonly size: number };

const UNKNOWN_TYPE = 'application/octet-stream';

/** @param rangeField the Range field; '' if none was sent */
export function contentAnswer(content: ResultContent, rangeField: string): ContentAnswer {
  const { size } = content;
  const wish = readRange(rangeField, size);
  if (wish.kind === 'unsatisfiable') return { kind: 'unsatisfiable', size };
  const range = wish.kind === 'part' ? wish.range : { from: 0, to: size };
  const contentRange =
    wish.kind === 'part' ? `\r\nContent-Range: bytes ${range.from}-${range.to - 1}/${size}` : '';
  return {
    kind: 'bytes',
    status: wish.kind === 'part' ? 206 : 200,
    // A provider's word goes into a header only if it can do no harm there.
    contentType: /^[\x20-\x7e]{1,200}$/.test(content.contentType) ? content.contentType : UNKNOWN_TYPE,
    fields: `\r\nAccept-Ranges: bytes\r\nX-Content-Type-Options: nosniff${contentRange}`,
    size: range.to - range.from,
    chunks: () => content.read(range),
  };
}

/** Header fields of operations and pages, each after a CRLF. Throws if one is broken. */
export function fieldLines(fields: readonly (readonly [name: string, value: string])[] | undefined): string {
  if (fields === undefined) return '';
  let lines = '';
  for (const [name, value] of fields) {
    if (!/^[\x20-\x7e]*$/.test(value))
      throw new Error(`the value of header field ${name} is not printable ASCII`);
    lines += `\r\n${name}: ${value}`;
  }
  return lines;
}
