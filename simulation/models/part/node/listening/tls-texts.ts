/** The texts that the files of a certificate may hold, and what is known of each. */
import {
  ENCRYPTED_KEY,
  FIRST_KEY,
  LONGEST,
  type MadeCertificate,
  OF_ANOTHER_KEY,
  PASSPHRASE,
  SECOND_KEY,
  SHORTER,
  SHORTEST,
} from './made-certificates.js';

export type FileName = 'cert' | 'key' | 'passphrase';

interface CertificateText {
  /** Undefined if there is no file. */
  readonly text: string | undefined;
  /** The first certificate in it. */
  readonly first?: MadeCertificate;
}

interface KeyText {
  readonly text: string | undefined;
  /** Undefined if it is no key. */
  readonly key?: 1 | 2;
  readonly isEncrypted?: boolean;
}

/** Two have the end of a line at their end; a key has it at its begin. */
export const CERTIFICATES: ReadonlyMap<string, CertificateText> = new Map([
  ['longest', { text: LONGEST.pem, first: LONGEST }],
  ['longest_line', { text: `${LONGEST.pem}\n`, first: LONGEST }],
  ['shorter', { text: SHORTER.pem, first: SHORTER }],
  ['shortest', { text: SHORTEST.pem, first: SHORTEST }],
  ['other', { text: OF_ANOTHER_KEY.pem, first: OF_ANOTHER_KEY }],
  ['longer_chain', { text: `${LONGEST.pem}\n${OF_ANOTHER_KEY.pem}\n`, first: LONGEST }],
  ['other_chain', { text: `${OF_ANOTHER_KEY.pem}\n${SHORTER.pem}\n`, first: OF_ANOTHER_KEY }],
  ['key', { text: FIRST_KEY }],
  ['nothing', { text: '' }],
  ['damaged', { text: LONGEST.pem.replace('MIH', 'MIJ') }],
  ['missing', { text: undefined }],
]);

export const KEYS: ReadonlyMap<string, KeyText> = new Map<string, KeyText>([
  ['first', { text: FIRST_KEY, key: 1 }],
  ['spaced', { text: `\n${FIRST_KEY}`, key: 1 }],
  ['second', { text: SECOND_KEY, key: 2 }],
  ['encrypted', { text: ENCRYPTED_KEY, key: 1, isEncrypted: true }],
  ['certificate', { text: LONGEST.pem }],
  ['nothing', { text: '' }],
  ['missing', { text: undefined }],
]);

/** Undefined if there is no file. */
export const PASSPHRASES: ReadonlyMap<string, string | undefined> = new Map([
  ['plain', PASSPHRASE],
  ['line', `${PASSPHRASE}\n`],
  ['windows_line', `${PASSPHRASE}\r\n`],
  ['other', 'shut\n'],
  ['spaced', ` ${PASSPHRASE}\n`],
  ['missing', undefined],
]);
