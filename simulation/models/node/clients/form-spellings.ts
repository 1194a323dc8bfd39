/** Submits as multipart/form-data, in the spellings that RFC 7578 and RFC 2046 allow. */
import type { FormSpelling } from '../../../history/client-call.js';

const BOUNDARY = 'part-of-a-submit';
/** It has to stand in quotes. */
const ODD_BOUNDARY = 'part of: a/submit?';

export function formType(spelling: FormSpelling | undefined): readonly [string, string] {
  if (spelling === 'quoted') return ['content-type', `multipart/form-data; boundary="${ODD_BOUNDARY}"`];
  if (spelling === 'bare') return ['content-type', `Multipart/Form-Data;BOUNDARY=${BOUNDARY}`];
  return ['content-type', `multipart/form-data; boundary=${BOUNDARY}`];
}

export function formOf(body: Readonly<Record<string, unknown>>, spelling: FormSpelling | undefined): string {
  const boundary = spelling === 'quoted' ? ODD_BOUNDARY : BOUNDARY;
  const isWordy = spelling === 'wordy';
  const parts = Object.entries(body).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`--${boundary}${isWordy ? ' \t' : ''}\r\n${headerOf(name, spelling)}\r\n\r\n${value}\r\n`],
  );
  const [before, behind] = isWordy ? [`A preamble.\r\n--${boundary}-is-longer\r\n`, 'And an end.'] : ['', ''];
  return `${before}${parts.join('')}--${boundary}--\r\n${behind}`;
}

function headerOf(name: string, spelling: FormSpelling | undefined): string {
  if (spelling === 'bare') return `content-disposition:form-data;name=${name}`;
  const usual = `Content-Disposition: form-data; name="${name}"`;
  return spelling === 'wordy'
    ? `Content-Type: text/plain; charset=utf-8\r\n${usual}\r\nX-Part: ${name}`
    : usual;
}
