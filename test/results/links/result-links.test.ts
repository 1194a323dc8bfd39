import { describe, expect, it } from 'vitest';
import { jobOfLink, linkOf } from '../../../src/results/links/result-links.js';
import { Seal } from '../../../src/sealing/seal.js';

const seal = new Seal(new Uint8Array(32).fill(7), 'results');
const JOB = 'video_01kb00000000000000000000aa';

describe('a link to a result', () => {
  it('leads to its job, and holds at least 128 bits that follow from the secret', () => {
    const link = linkOf(seal, JOB);
    expect(link).toMatch(/^\/results\/video_\w{26}\.[\w-]{32}$/);
    expect(jobOfLink(seal, link)).toBe(JOB);
    expect(linkOf(new Seal(new Uint8Array(32), 'results'), JOB)).not.toBe(link);
  });

  it('cannot be altered, nor made for another job', () => {
    const link = linkOf(seal, JOB);
    for (let at = '/results/'.length; at < link.length; at++) {
      const other = link[at] === 'a' ? 'b' : 'a';
      expect(jobOfLink(seal, link.slice(0, at) + other + link.slice(at + 1))).toBeUndefined();
    }
    for (const path of ['', '/results/', `${link}\n`, `${link}.mp4`, `/x${link}`, link.slice(0, -1)]) {
      expect(jobOfLink(seal, path)).toBeUndefined();
    }
  });
});
