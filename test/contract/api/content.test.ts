/** The result of a job: the clip behind its link, and the same through the API. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectApiHeaders, expectError, expectNoApiHeaders } from '../support/answers.js';
import {
  type Answer,
  cleanUp,
  freshFolder,
  OPERATOR_KEY,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';
import { boxAt, boxesOf, filmSeconds } from '../support/mp4-boxes.js';

const hasFfprobe = spawnSync('ffprobe', ['-version']).error === undefined;

let node: TollgateProcess;
let key: { key: string; id: string; account: string };
let job: Answer['json'];
let clip: Buffer;

beforeAll(async () => {
  node = await startTollgate();
  key = await node.createKey();
  job = await completed({ seconds: 4 });
  clip = (await fetchBytes('GET', job.url)).bytes;
});
afterAll(cleanUp);

async function completed(fields: Record<string, unknown>): Promise<Answer['json']> {
  const { json } = await node.submit(key.key, fields);
  return (await node.settled(key.key, json.id)).json;
}

interface BytesAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

async function fetchBytes(
  method: 'GET' | 'HEAD',
  url: string,
  headers: Record<string, string> = {},
): Promise<BytesAnswer> {
  const answer = await request(url, { method, headers });
  return {
    status: answer.statusCode,
    headers: answer.headers as Record<string, string>,
    bytes: Buffer.from(await answer.body.arrayBuffer()),
  };
}

describe('the link of a completed job', () => {
  test('is absolute and leads to the clip without a key', async () => {
    expect(job.url.startsWith(`${node.url}/`)).toBe(true);
    const { status, headers, bytes } = await fetchBytes('GET', job.url);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^video\/(mp4|webm)$/);
    expect(Number(headers['content-length'])).toBe(bytes.length);
    expect(headers['accept-ranges']).toBe('bytes');
  });

  test('carries none of the header fields of the API', async () => {
    expectNoApiHeaders(await fetchBytes('GET', job.url));
    expectNoApiHeaders(await fetchBytes('HEAD', job.url));
    expectNoApiHeaders(await fetchBytes('GET', job.url, { range: 'bytes=0-9' }));
    expectNoApiHeaders(await fetchBytes('GET', job.url, { authorization: `Bearer ${key.key}` }));
  });

  test('counts against no limit', async () => {
    const own = await node.createKey();
    const before = await node.call('GET', '/v1/credits', { key: own.key });
    for (let visit = 0; visit < 3; visit++) {
      await fetchBytes('HEAD', job.url, { authorization: `Bearer ${own.key}` });
    }
    const after = await node.call('GET', '/v1/credits', { key: own.key });
    const remaining = (answer: Answer) => Number(answer.headers['x-ratelimit-remaining-rpm']);
    expect(remaining(after)).toBe(remaining(before) - 1);
  });

  test('cannot be guessed: it has 128 random bits and more, and tells neither job nor key', async () => {
    const other = await completed({ seconds: 4 });
    expect(other.url).not.toBe(job.url);
    for (const { url, id } of [job, other]) {
      const longest = Math.max(...new URL(url).pathname.split(/[^0-9A-Za-z_-]/).map((part) => part.length));
      expect(longest).toBeGreaterThanOrEqual(22);
      expect(url).not.toContain(id);
      expect(url).not.toContain(key.id);
    }
  });

  test('with anything changed leads nowhere', async () => {
    for (let at = job.url.length - 1; at > job.url.length - 6; at--) {
      const other = job.url[at] === 'A' ? 'B' : 'A';
      const { status } = await fetchBytes('GET', job.url.slice(0, at) + other + job.url.slice(at + 1));
      expect(status, `character ${at}`).toBe(404);
    }
    for (const url of [job.url.slice(0, -4), `${job.url}x`, `${job.url}/x`, job.url.slice(0, -20)]) {
      expect((await fetchBytes('GET', url)).status, url).toBe(404);
    }
  });

  test('is the same each time that it is asked for, and after a restart', async () => {
    const { data } = node;
    await node.stop();
    node = await startTollgate({ data });
    const path = new URL(job.url).pathname;
    const again = (await node.call('GET', `/v1/videos/${job.id}`, { key: key.key })).json;
    expect(new URL(again.url).pathname).toBe(path);
    job = again;
    expect((await fetchBytes('GET', job.url)).bytes.equals(clip)).toBe(true);
  });
});

describe('the clip', () => {
  test.each([1, 1.5, 2.001, 5, 60])('of %d seconds is a film of that length', async (seconds) => {
    const done = await completed({ seconds });
    const { bytes } = await fetchBytes('GET', done.url);
    const types = boxesOf(bytes).map(({ type }) => type);
    expect(types[0]).toBe('ftyp');
    expect(types).toContain('moov');
    expect(types).toContain('mdat');
    expect(boxAt(bytes, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd').length).toBeGreaterThan(8);
    expect(Math.abs(filmSeconds(bytes) - seconds)).toBeLessThan(0.06);
  });

  test('of sim/video-half is half as long as was asked for', async () => {
    const done = await completed({ model: 'sim/video-half', seconds: 6 });
    expect(done.output_seconds).toBe(3);
    expect(Math.abs(filmSeconds((await fetchBytes('GET', done.url)).bytes) - 3)).toBeLessThan(0.06);
  });

  test.runIf(hasFfprobe)('plays from beginning to end', async () => {
    const file = join(await freshFolder(), 'clip.mp4');
    await writeFile(file, clip);
    const shown = execFileSync('ffprobe', [
      ...['-v', 'error', '-of', 'json', '-count_frames', '-show_streams', '-show_format'],
      file,
    ]).toString();
    const { streams, format } = JSON.parse(shown);
    const video = streams.find((stream: { codec_type: string }) => stream.codec_type === 'video');
    expect(Number(video.nb_read_frames)).toBeGreaterThan(3);
    expect(Number(format.duration)).toBeCloseTo(4, 1);
    const played = spawnSync('ffmpeg', ['-v', 'error', '-xerror', '-i', file, '-f', 'null', '-']);
    if (played.error === undefined) {
      expect(played.stderr.toString()).toBe('');
      expect(played.status).toBe(0);
    }
  });
});

/** Both places where the clip is served, with the headers that each needs. */
const PLACES = ['the link', 'the content endpoint'] as const;

describe.each(PLACES)('%s', (place) => {
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    place === 'the link'
      ? fetchBytes(method, job.url, headers)
      : fetchBytes(method, `${node.url}/v1/videos/${job.id}/content`, {
          authorization: `Bearer ${key.key}`,
          ...headers,
        });

  test('serves the whole clip where no range is asked for', async () => {
    const { status, headers, bytes } = await get();
    expect(status).toBe(200);
    expect(headers['accept-ranges']).toBe('bytes');
    expect(headers['content-range']).toBeUndefined();
    expect(bytes.equals(clip)).toBe(true);
  });

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=100-299', 100, 299],
    ['bytes=10-', 10, Number.POSITIVE_INFINITY],
    ['bytes=500-99999999999', 500, Number.POSITIVE_INFINITY],
    ['bytes=-1', -1, Number.POSITIVE_INFINITY],
    ['bytes=-50', -50, Number.POSITIVE_INFINITY],
    ['bytes=-99999999999', Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    ['Bytes=5-6', 5, 6],
  ])('serves %s alone, with 206', async (range, from, to) => {
    const { status, headers, bytes } = await get({ range });
    const last = Math.min(to, clip.length - 1);
    const first = from < 0 ? Math.max(0, clip.length + from) : from;
    expect(status).toBe(206);
    expect(headers['content-range']).toBe(`bytes ${first}-${last}/${clip.length}`);
    expect(Number(headers['content-length'])).toBe(last - first + 1);
    expect(bytes.equals(clip.subarray(first, last + 1))).toBe(true);
  });

  test('can be read piece by piece', async () => {
    const pieces: Buffer[] = [];
    const step = Math.ceil(clip.length / 7);
    for (let at = 0; at < clip.length; at += step) {
      pieces.push((await get({ range: `bytes=${at}-${at + step - 1}` })).bytes);
    }
    expect(Buffer.concat(pieces).equals(clip)).toBe(true);
  });

  test('serves the whole clip if the range counts for one version of it alone: versions have no names', async () => {
    for (const validator of ['"a-tag"', 'Sun, 22 Nov 2026 10:00:00 GMT', '']) {
      const { status, bytes } = await get({ range: 'bytes=0-9', 'if-range': validator });
      expect([status, bytes.length]).toEqual([200, clip.length]);
    }
  });

  test('answers 416 with the size where the range lies outside', async () => {
    for (const range of [`bytes=${clip.length}-`, 'bytes=99999999-99999999', 'bytes=-0']) {
      const { status, headers } = await get({ range });
      expect(status, range).toBe(416);
      expect(headers['content-range']).toBe(`bytes */${clip.length}`);
    }
  });

  test.each(['bytes=', 'bytes=a-b', 'bytes=9-5', 'items=0-5', 'bytes', 'bytes=1-2-3', 'bytes=--5', '0-5'])(
    'ignores the range "%s", as HTTP has it of what is no range',
    async (range) => {
      const { status, bytes } = await get({ range });
      expect(status).toBe(200);
      expect(bytes.equals(clip)).toBe(true);
    },
  );

  test('answers several ranges in one of the ways that HTTP allows', async () => {
    const { status, headers, bytes } = await get({ range: 'bytes=0-1,4-5' });
    if (status === 200) expect(bytes.equals(clip)).toBe(true);
    else expect([status, /^multipart\/byteranges/.test(headers['content-type'] ?? '')]).toEqual([206, true]);
  });

  test('answers HEAD as GET, without the bytes', async () => {
    const [head, whole] = [await get({}, 'HEAD'), await get()];
    expect(head.status).toBe(200);
    expect(head.bytes.length).toBe(0);
    for (const name of ['content-length', 'content-type', 'accept-ranges']) {
      expect(head.headers[name], name).toBe(whole.headers[name]);
    }
    const part = await get({ range: 'bytes=3-8' }, 'HEAD');
    expect(part.bytes.length).toBe(0);
    // RFC 9110, 14.2: a server ignores Range for methods other than GET; some send what GET would.
    expect([200, 206]).toContain(part.status);
  });

  test('serves many at once', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => get()));
    for (const { status, bytes } of all) expect([status, bytes.equals(clip)]).toEqual([200, true]);
  });
});

describe('the content endpoint', () => {
  const content = (id: string, by: string | undefined = key.key, headers: Record<string, string> = {}) =>
    node.call('GET', `/v1/videos/${id}/content`, { key: by, headers });

  test('carries the header fields of the API, whole and in part', async () => {
    for (const headers of [{}, { range: 'bytes=0-9' }]) {
      const answer = await content(job.id, key.key, headers);
      expectApiHeaders(answer);
      expect(answer.headers['x-balance-available']).toMatch(/^\d+$/);
      expect(answer.headers['content-type']).toMatch(/^video\//);
    }
  });

  test('needs a key of the account', async () => {
    expectError(await node.call('GET', `/v1/videos/${job.id}/content`), 'missing_api_key');
    const other = await node.call('POST', '/api/accounts', {
      key: OPERATOR_KEY,
      json: { name: 'other', verified: true },
    });
    const stranger = await node.createKey({ account: other.json.id });
    expectError(await content(job.id, stranger.key), 'not_found');
    const sibling = await node.createKey({ credits: 0 });
    expect((await content(job.id, sibling.key)).status).toBe(200);
  });

  test('answers 416 as an error of the API', async () => {
    expectError(await content(job.id, key.key, { range: 'bytes=999999999-' }), 'range_not_satisfiable');
  });

  test('answers 409 not_ready with Retry-After while the job runs', async () => {
    const { json } = await node.submit(key.key, { model: 'sim/video-slow' });
    const answer = await content(json.id);
    expectError(answer, 'not_ready');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expectError(await content(json.id, key.key, { range: 'bytes=999999999-' }), 'not_ready');
  });

  test('answers 409 job_failed once the job failed', async () => {
    const failed = await completed({ model: 'sim/video-reject' });
    const answer = await content(failed.id);
    expectError(answer, 'job_failed');
    expect(answer.headers['retry-after']).toBeUndefined();
  });

  test('answers 404 for a job that does not exist', async () => {
    expectError(await content('video_00000000000000000000000000'), 'not_found');
  });
});
