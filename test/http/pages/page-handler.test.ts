import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import type { PageAnswer, WebPage } from '../../../src/http/pages/page.js';
import { PIECES_PER_TURN } from '../../../src/overload/shared-turns.js';
import { GatewayStage, type MadeUpRequest, type StageOptions } from '../pipeline/gateway-stage.js';

const SECRET_PAGE: WebPage = {
  path: '/docs/',
  get: ({ rest }) => ({ kind: 'page', status: 200, contentType: 'text/html', body: rest }),
};

/** As a sign-in would be: the form sets a cookie, which the page then shows. */
const SIGN_IN: WebPage = {
  path: '/sign-in',
  headers: ['cookie', 'origin'],
  get: ({ cookies, header }) => ({
    kind: 'page',
    status: 200,
    contentType: 'text/plain',
    body: `${cookies.get('session') ?? 'nobody'} from ${header('origin') ?? 'nowhere'}`,
  }),
  post: (_, form) => ({
    kind: 'redirect',
    location: '/welcome',
    headers: [['Cache-Control', 'no-store']],
    cookies: [{ name: 'session', value: form.get('name') ?? '', isSecure: false, sameSite: 'Lax' }],
  }),
};

const COME_BACK: PageAnswer = { kind: 'page', status: 503, contentType: 'text/plain', body: 'come back' };

const SIGN_OUT: WebPage = { path: '/sign-out', post: () => ({ kind: 'redirect', location: '/' }) };

function stageOf(pages: readonly WebPage[], settings: StageOptions['settings'] = {}) {
  const world = new VirtualWorld();
  return { world, stage: new GatewayStage({ world, operations: [], publicPages: pages, settings }) };
}

function post(path: string, fields: MadeUpRequest['fields'] = []): MadeUpRequest {
  const type = ['content-type', 'application/x-www-form-urlencoded'] as const;
  return { method: 'POST', path, fields: [type, ...fields] };
}

const CHUNKED = ['transfer-encoding', 'chunked'] as const;

describe('a page', () => {
  it('needs no key, and carries no field of the API', () => {
    const answer = stageOf([SECRET_PAGE]).stage.send({ path: '/docs/a%20b' });
    expect([answer.status, answer.text]).toEqual([200, 'a b']);
    expect(Object.keys(answer.headers)).toEqual(['content-type']);
  });

  it('shares its path with one for browsers, which comes first', () => {
    const inHtml: WebPage = {
      ...SECRET_PAGE,
      isForBrowsers: true,
      get: () => ({ kind: 'page', status: 200, contentType: 'text/html', body: 'for browsers' }),
    };
    const { stage } = stageOf([inHtml, SECRET_PAGE]);
    const browser = stage.send({ path: '/docs/a', fields: [['accept', 'text/html, */*']] });
    expect([browser.text, stage.send({ path: '/docs/a' }).text]).toEqual(['for browsers', 'a']);
  });

  it.each([
    [SECRET_PAGE, 'POST', 'GET, HEAD', 'This page takes GET and HEAD.\n'],
    [SIGN_IN, 'PUT', 'GET, HEAD, POST', 'This page takes GET and HEAD and POST.\n'],
    [SIGN_OUT, 'GET', 'POST', 'This page takes POST.\n'],
  ])(
    'refuses a method that it does not take, and names those that it does (%#)',
    (page, method, allow, text) => {
      const answer = stageOf([page]).stage.send({ path: page.path, method });
      expect([answer.status, answer.headers.allow, answer.text]).toEqual([405, allow, text]);
    },
  );

  it('answers HEAD as GET, without the body', () => {
    const answer = stageOf([SECRET_PAGE]).stage.send({ path: '/docs/a', method: 'HEAD' });
    expect([answer.status, answer.text, answer.connection]).toEqual([200, '', 'close']);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('secret detail'))],
    [
      'throws',
      () => {
        throw new Error('secret detail');
      },
    ],
  ])('that %s says so, with an id that the log has too', async (_, get) => {
    const { world, stage } = stageOf([{ path: '/docs', get }]);
    const answer = stage.send({ path: '/docs' });
    await world.settle();
    expect(answer.status).toBe(500);
    expect(answer.text).toContain(stage.defects[0]?.requestId ?? 'none');
    expect(answer.text).not.toContain('secret');
  });

  it('that takes too long is answered for, and told that nobody waits any more', async () => {
    let signal: AbortSignal | undefined;
    const slow: WebPage = {
      path: '/slow',
      get: (input) => {
        signal = input.signal;
        return new Promise(() => {});
      },
    };
    const { world, stage } = stageOf([slow]);
    const answer = stage.send({ path: '/slow' });
    await world.advance(2_000);
    expect([answer.status, signal?.aborted]).toEqual([503, true]);
  });

  it('reads cookies and the fields that it names', () => {
    const answer = stageOf([SIGN_IN]).stage.send({
      path: '/sign-in',
      fields: [
        ['cookie', 'other=1; session=ada'],
        ['origin', 'https://gateway.test'],
      ],
    });
    expect(answer.text).toBe('ada from https://gateway.test');
  });

  it('streams content of an unknown size', async () => {
    const chunks = async function* () {
      yield Buffer.from('a,b\n');
    };
    const page: WebPage = {
      path: '/list.csv',
      get: () => ({ kind: 'stream', contentType: 'text/csv', chunks }),
    };
    const answer = stageOf([page]).stage.send({ path: '/list.csv' });
    expect([answer.status, answer.headers]).toEqual([200, { 'content-type': 'text/csv' }]);
    expect([answer.streamed?.size, answer.streamed?.chunks]).toEqual([undefined, chunks]);
  });
});

describe('a form', () => {
  it('is taken once it is complete, and may be answered by a redirect with a cookie', () => {
    const answer = stageOf([SIGN_IN]).stage.send(post('/sign-in', [CHUNKED]));
    answer.body('name=ada', false);
    expect(answer.isOver).toBe(false);
    answer.body('%2Blovelace&name=other');
    expect(answer.status).toBe(303);
    expect(answer.headers).toEqual({ location: '/welcome', 'cache-control': 'no-store' });
    expect(answer.cookies).toEqual(['session=ada+lovelace; Path=/; HttpOnly; SameSite=Lax']);
  });

  it('keeps its connection if its end is announced, and else closes it', () => {
    const fields = [[['content-length', '6']], [CHUNKED]] as const;
    const answers = fields.map((one) => stageOf([SIGN_IN]).stage.send(post('/sign-in', one)).body('name=a'));
    expect(answers.map(({ connection }) => connection)).toEqual(['keep', 'close']);
  });

  it('of a crowded page is refused, and told to come back after those before', async () => {
    const waits: number[] = [];
    const finish: (() => void)[] = [];
    const crowded: WebPage = {
      path: '/sign-in',
      crowd: {
        formsMax: () => 2,
        formsPerSecond: 50,
        answer: async (retryAfterMs) => {
          waits.push(retryAfterMs);
          return COME_BACK;
        },
      },
      post: () =>
        new Promise((resolve) => {
          finish.push(() => resolve({ kind: 'redirect', location: '/' }));
        }),
    };
    const { world, stage } = stageOf([crowded]);
    const send = () => stage.send(post('/sign-in', [CHUNKED]));
    const unfinished = send();
    const [answered, left] = [send().body('name=a'), send().body('name=a')];
    const refused = [send().body('name=a'), send().body('name=a')];
    await world.settle();
    expect(refused.map(({ status }) => status)).toEqual([503, 503]);
    expect(waits).toEqual([1_000, 1_020]);
    finish[0]?.();
    left.goAway();
    await world.settle();
    expect(answered.status).toBe(303);
    const next = [send().body('name=a'), unfinished.body('name=a'), send().body('name=a')];
    await world.settle();
    expect(next.map(({ status }) => status)).toEqual([0, 0, 503]);
  });

  it('of a page that may be crowded takes its turn among many, and other requests do not wait', async () => {
    const crowd = { formsMax: () => 20, formsPerSecond: 50, answer: () => COME_BACK };
    const { world, stage } = stageOf([{ ...SIGN_IN, crowd }, SECRET_PAGE]);
    const forms = Array.from({ length: 30 }, () => stage.send(post('/sign-in', [CHUNKED])).body('name=a'));
    const answered = () => forms.filter(({ status }) => status !== 0).length;
    expect(stage.send({ path: '/docs/a' }).status).toBe(200);
    expect(answered()).toBe(PIECES_PER_TURN);
    forms[20]?.goAway();
    await world.settle();
    expect([answered(), forms[20]?.status, forms[21]?.status, forms.at(-1)?.status]).toEqual([
      29, 0, 303, 503,
    ]);
  });

  it('may be without fields, and then needs no media type', () => {
    const answer = stageOf([SIGN_OUT]).stage.send({ method: 'POST', path: '/sign-out' }).body('');
    expect([answer.status, answer.headers.location]).toEqual([303, '/']);
  });

  it.each([
    ['of another media type', [['content-type', 'application/json'], CHUNKED] as const, 415],
    ['with an encoding of its content', [['content-encoding', 'gzip'], CHUNKED] as const, 415],
    ['announced as too large', [['content-length', '101']] as const, 413],
  ])('%s is refused before its body is read', (_, fields, status) => {
    const { stage } = stageOf([SIGN_IN], { bodyMaxBytes: 100 });
    const answer = stage.send(post('/sign-in', fields));
    expect([answer.status, answer.takesBody, answer.connection]).toEqual([status, false, 'ask_to_close']);
  });

  it('that turns out too large is refused', () => {
    const { stage } = stageOf([SIGN_IN], { bodyMaxBytes: 100 });
    expect(stage.send(post('/sign-in', [CHUNKED])).body('a'.repeat(101), false).status).toBe(413);
  });

  it('that is not complete in time is refused, and its connection closed', async () => {
    const { world, stage } = stageOf([SIGN_IN], { bodyTimeoutMs: 100 });
    const answer = stage.send(post('/sign-in', [CHUNKED])).body('name=', false);
    await world.advance(100);
    expect([answer.status, answer.connection]).toEqual([408, 'close']);
  });

  it('that finds no room beside the bodies under way is refused, and counted', () => {
    const { stage } = stageOf([SIGN_IN], { bodiesMaxBytes: 20_000 });
    stage.send(post('/sign-in', [CHUNKED])).body('a'.repeat(10_000), false);
    const answer = stage.send(post('/sign-in', [CHUNKED])).body('a'.repeat(10_000), false);
    expect([answer.status, answer.headers['retry-after'], stage.shedder.counts.bodies]).toEqual([
      503,
      '1',
      1,
    ]);
  });

  it.each(['name=%', 'name=%ff', Uint8Array.of(0xff)])(
    'that is not percent-encoded UTF-8 is refused (%s)',
    (body) => {
      expect(
        stageOf([SIGN_IN])
          .stage.send(post('/sign-in', [CHUNKED]))
          .body(body).status,
      ).toBe(400);
    },
  );

  it('is not taken by a node that stops', () => {
    const { stage } = stageOf([SIGN_IN]);
    stage.isDraining = true;
    expect(stage.send(post('/sign-in', [CHUNKED])).status).toBe(503);
  });

  it('whose client goes away is dropped, and gives its memory back', () => {
    const { stage } = stageOf([SIGN_IN], { bodiesMaxBytes: 20_000 });
    for (let times = 0; times < 3; times++) {
      const leaving = stage.send(post('/sign-in', [CHUNKED])).body('a'.repeat(10_000), false);
      leaving.goAway();
    }
    const answer = stage
      .send(post('/sign-in', [CHUNKED]))
      .body('name=', false)
      .body('b');
    expect([answer.status, stage.gateway.metrics.gone]).toEqual([303, 3]);
  });
});
