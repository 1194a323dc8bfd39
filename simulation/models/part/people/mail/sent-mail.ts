/** Reads a mail as it comes to a mail server: its fields and its text (RFC 5322, RFC 2045, RFC 2047). */
import type { Mail } from '../../../../../src/mail/mail.js';

/** Each part that tells something else than was meant; '' if there is none. */
export function flawsOf(sent: string, { from, to, subject, text }: Mail & { readonly from: string }): string {
  const [head, body] = cut(sent, '\r\n\r\n');
  const lines = head.replace(/\r\n\s+/g, ' ').split('\r\n');
  const field = (name: string) =>
    lines
      .filter((line) => line.toLowerCase().startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2))
      .join();
  const isRight: Readonly<Record<string, boolean>> = {
    from: field('from') === `Tollgate <${from}>`,
    to: field('to') === to,
    subject: decodedWords(field('subject')) === subject.replace(/\r\n/g, ' '),
    automatic: field('auto-submitted') === 'auto-generated',
    copies: field('bcc') === '' && field('cc') === '',
    text: bodyOf(body, field('content-transfer-encoding')).trimEnd() === text.trimEnd(),
  };
  return Object.keys(isRight)
    .filter((part) => !isRight[part])
    .join();
}

function cut(text: string, at: string): readonly [string, string] {
  const place = text.indexOf(at);
  return [text.slice(0, place), text.slice(place + at.length)];
}

/** Encoded words in Base64 or Q (RFC 2047). */
function decodedWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, said: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(said, 'base64').toString()
        : unquoted(said.replaceAll('_', ' ')),
    );
}

function bodyOf(body: string, encoding: string): string {
  const undotted = body.replace(/^\./gm, '');
  const text =
    encoding === 'base64'
      ? Buffer.from(undotted, 'base64').toString()
      : encoding === 'quoted-printable'
        ? unquoted(undotted)
        : undotted;
  return text.replace(/\r\n/g, '\n');
}

/** Of the encoding quoted-printable (RFC 2045, 6.7). */
function unquoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
