import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../simulation/world/virtual-world.js';
import type { Mail, MailTransport } from '../../src/mail/mail.js';
import { MailQueue, type MailTrouble } from '../../src/mail/mail-queue.js';

const MAIL: Mail = {
  to: 'amel@example.dz',
  subject: 'A secret subject',
  text: 'https://a.dz/invitation/token',
};

let world: VirtualWorld;
let taken: Mail[];
let troubles: MailTrouble[];

beforeEach(() => {
  world = new VirtualWorld();
  [taken, troubles] = [[], []];
});

function queue(send: MailTransport['send']): MailQueue {
  return new MailQueue({ world, transport: { send }, onTrouble: (trouble) => troubles.push(trouble) });
}

function refusing(times: number): MailTransport['send'] {
  let left = times;
  return async (mail) => {
    if (left-- > 0)
      throw Object.assign(new Error(`550 ${mail.to} is unknown`), { code: 'EENVELOPE', responseCode: 550 });
    taken.push(mail);
  };
}

describe('a mail', () => {
  it('is sent at once', async () => {
    const mails = queue(refusing(0));
    mails.send(MAIL);
    await world.settle();
    expect([taken, mails.waiting, mails.metrics.sent]).toEqual([[MAIL], 0, 1]);
  });

  it('is tried again after longer and longer waits, and then dropped', async () => {
    const mails = queue(refusing(9));
    mails.send(MAIL);
    await world.advance(700_000);
    expect(troubles.map(({ tries, isDropped }) => [tries, isDropped])).toEqual([
      [1, false],
      [2, false],
      [3, false],
      [4, true],
    ]);
    expect([taken, mails.waiting]).toEqual([[], 0]);
    expect(mails.metrics).toEqual({ sent: 0, failed: 4, dropped: 1 });
  });

  it('gets through if a later try does, and others do not wait for that', async () => {
    const mails = queue(refusing(1));
    const other = { ...MAIL, to: 'karim@example.dz' };
    mails.send(MAIL);
    mails.send(other);
    await world.settle();
    expect(taken).toEqual([other]);
    await world.advance(5_000);
    expect(taken).toEqual([other, MAIL]);
  });

  it('that a mail server does not answer for is given up in time', async () => {
    let isAborted = false;
    const mails = queue((_, signal) => {
      signal.addEventListener('abort', () => {
        isAborted = true;
      });
      return new Promise(() => {});
    });
    mails.send(MAIL);
    await world.advance(30_000);
    expect([isAborted, troubles]).toEqual([true, [{ tries: 1, isDropped: false, why: 'it took too long' }]]);
  });

  it('is told of without its address, its subject and its link', async () => {
    queue(refusing(9)).send(MAIL);
    await world.advance(700_000);
    const told = JSON.stringify(troubles);
    expect(told).toContain('EENVELOPE (the mail server answered 550)');
    for (const secret of ['amel', 'secret', 'invitation', 'unknown']) expect(told).not.toContain(secret);
  });
});

describe('the queue', () => {
  it('keeps nothing of a mail that was sent', async () => {
    const signals: WeakRef<AbortSignal>[] = [];
    const mails = queue((_, signal) => {
      signals.push(new WeakRef(signal));
      return Promise.resolve();
    });
    mails.send(MAIL);
    await world.settle();
    await new Promise(setImmediate);
    collectGarbage();
    expect(signals.map((signal) => signal.deref())).toEqual([undefined]);
  });

  it('holds a thousand mails, and drops those that come then', async () => {
    const mails = queue(() => new Promise(() => {}));
    for (let n = 0; n < 1_001; n++) mails.send(MAIL);
    expect([mails.waiting, mails.metrics.dropped]).toEqual([1_000, 1]);
  });

  it('that is closed drops what waits, and sends nothing any more', async () => {
    const mails = queue(refusing(1));
    mails.send(MAIL);
    await world.settle();
    mails.close();
    mails.send(MAIL);
    await world.advance(10_000);
    expect([taken, mails.metrics.dropped, mails.waiting]).toEqual([[], 2, 0]);
  });
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}
