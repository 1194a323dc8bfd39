/**
 * Links to results: a path whose token says what to render and proves that it was given out.
 *
 *     /results/<Base64url of 42 bytes: length in ms (4), tag of the job (16), seal (22)>.mp4
 *
 * Tag and seal are HMACs under the provider's secret, so a link carries 176 bits that cannot be guessed;
 * 42 bytes are a whole number of Base64 digits, so each token has one spelling.
 */

import type { Seal } from '../../../sealing/seal.js';
import { RESULT_LINKS } from '../../provider.js';
import type { ClipWanted } from './clip.js';

const TAG_BYTES = 16;
const SEAL_BYTES = 22;
const FACTS_BYTES = 4 + TAG_BYTES;
const FILE = /^([\w-]{56})\.mp4$/;

/** The same job and length make the same link, always. */
export function resultLink(seal: Seal, jobId: string, lengthMs: number): string {
  const facts = Buffer.alloc(FACTS_BYTES);
  facts.writeUInt32BE(lengthMs, 0);
  seal.of('job', jobId, TAG_BYTES).copy(facts, 4);
  const token = Buffer.concat([facts, seal.of('result', facts, SEAL_BYTES)]).toString('base64url');
  return `${RESULT_LINKS}${token}.mp4`;
}

/** The clip that a link leads to; undefined if the link was not given out. */
export function readResultLink(seal: Seal, path: string): ClipWanted | undefined {
  if (!path.startsWith(RESULT_LINKS)) return undefined;
  const token = FILE.exec(path.slice(RESULT_LINKS.length))?.[1];
  if (token === undefined) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const facts = bytes.subarray(0, FACTS_BYTES);
  if (!seal.fits('result', facts, bytes.subarray(FACTS_BYTES))) return undefined;
  return { lengthMs: facts.readUInt32BE(0), seed: facts.readUInt32BE(4) };
}
