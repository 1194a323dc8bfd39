/**
 * The Range field (RFC 9110, 14.2), for one range of bytes.
 *
 * A field that is no range of bytes, is broken, or asks for several ranges is ignored, as the RFC allows: the
 * whole content is a right answer to it.
 */
/** A half-open range of bytes, `from` included, `to` not. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

export type RequestedRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'unsatisfiable' };

const WHOLE: RequestedRange = { kind: 'whole' };
const UNSATISFIABLE: RequestedRange = { kind: 'unsatisfiable' };

/** @param size bytes of the whole content */
export function readRange(field: string, size: number): RequestedRange {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(field);
  if (match === null) return WHOLE;
  const [, first = '', last = ''] = match;
  if (first === '') return last === '' ? WHOLE : suffix(Number(last), size);
  if (last !== '' && Number(last) < Number(first)) return WHOLE;
  if (Number(first) >= size) return UNSATISFIABLE;
  const to = last === '' ? size : Math.min(Number(last) + 1, size);
  return { kind: 'part', range: { from: Number(first), to } };
}

function suffix(length: number, size: number): RequestedRange {
  if (length === 0 || size === 0) return UNSATISFIABLE;
  return { kind: 'part', range: { from: Math.max(0, size - length), to: size } };
}
