/**
 * How a result is answered: in whole or in part, with the fields that say which.
 *
 * A result is somebody else's bytes on the origin of the dashboard: only video and audio are shown, all else
 * is saved as octets, and no browser runs any of it.
 */
import type { RemoteFile } from '../../outward/outward.js';
import { readRange } from '../request/byte-range.js';

export type ContentAnswer =
  | {
      readonly kind: 'bytes';
      readonly status: 200 | 206;
      readonly contentType: string;
      /** Header fields, each after a CRLF. */
      readonly fields: string;
      /** Undefined if it is not known before the end. */
      readonly size: number | undefined;
      readonly chunks: () => AsyncIterable<Uint8Array>;
    }
  /** The range lies outside the content, whose size in bytes this is. */
  | { readonly kind: 'unsatisfiable'; readonly size: number };

const OCTETS = 'application/octet-stream';
const MEDIA = /^(?:video|audio)\/[\w.+-]{1,100}$/;
const SAFETY =
  "\r\nX-Content-Type-Options: nosniff\r\nContent-Security-Policy: sandbox; default-src 'none'; media-src 'self'";

/**
 * @param rangeField the Range field; '' if none was sent
 * @param fileName under which a browser saves it; '' for none
 */
export function contentAnswer(content: RemoteFile, rangeField: string, fileName: string): ContentAnswer {
  const { size } = content;
  const isMedia = MEDIA.test(content.contentType);
  const contentType = isMedia ? content.contentType : OCTETS;
  const fields = SAFETY + disposition(isMedia, fileName);
  const wish = size === undefined ? undefined : readRange(rangeField, size);
  if (size === undefined || wish === undefined) {
    const chunks = () => content.read(0, undefined);
    return { kind: 'bytes', status: 200, contentType, fields, size, chunks };
  }
  if (wish.kind === 'unsatisfiable') return { kind: 'unsatisfiable', size };
  const { from, to } = wish.kind === 'part' ? wish.range : { from: 0, to: size };
  const part = wish.kind === 'part' ? `\r\nContent-Range: bytes ${from}-${to - 1}/${size}` : '';
  return {
    kind: 'bytes',
    status: wish.kind === 'part' ? 206 : 200,
    contentType,
    fields: `${fields}\r\nAccept-Ranges: bytes${part}`,
    size: to - from,
    chunks: () => content.read(from, to),
  };
}

function disposition(isMedia: boolean, fileName: string): string {
  if (isMedia && fileName === '') return '';
  const shownName = fileName.replace(/[^0-9A-Za-z._-]/g, '_');
  const saved = isMedia ? 'inline' : 'attachment';
  return `\r\nContent-Disposition: ${saved}${shownName === '' ? '' : `; filename="${shownName}"`}`;
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
