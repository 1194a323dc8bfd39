/**
 * Links to results of real providers: a path that names the job and proves that it was given out.
 *
 *     /results/<job's id>.<Base64url of 24 bytes: an HMAC of the id>
 *
 * The seal has 192 bits that nobody can guess; 24 bytes are a whole number of Base64 digits, so each link has
 * one spelling. Nothing of the provider's is in a link, and no table keeps them.
 */
import { RESULT_LINKS } from '../../providers/provider.js';
import type { Seal } from '../../sealing/seal.js';

const SEAL_BYTES = 24;
const TOKEN = /^(\w{1,100})\.([\w-]{32})$/;

/** The same job makes the same link, always. */
export function linkOf(seal: Seal, jobId: string): string {
  return `${RESULT_LINKS}${jobId}.${seal.of('result', jobId, SEAL_BYTES).toString('base64url')}`;
}

/** The job whose result a path leads to; undefined if the link was not given out. */
export function jobOfLink(seal: Seal, path: string): string | undefined {
  if (!path.startsWith(RESULT_LINKS)) return undefined;
  const [, jobId = '', token = ''] = TOKEN.exec(path.slice(RESULT_LINKS.length)) ?? [];
  if (jobId === '') return undefined;
  return seal.fits('result', jobId, Buffer.from(token, 'base64url')) ? jobId : undefined;
}
