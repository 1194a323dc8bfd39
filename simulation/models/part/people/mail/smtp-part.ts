/**
 * Mails as they are handed to a mail server: where to, over which connection, with which words, and what
 * becomes of those that it refuses or does not answer.
 */
import type { Mail } from '../../../../../src/mail/mail.js';
import { makeMailTransport } from '../../../../../src/node/assembly/mail.js';
import type { NodeConfig } from '../../../../../src/node/config/config.js';
import type { Random } from '../../../../world/random.js';
import type { Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { beforeMailServer, HeardMail, type MailServerWords } from './mail-socket.js';
import { flawsOf } from './sent-mail.js';

interface MailServer {
  readonly isSecure: boolean;
  readonly host: string;
  readonly port?: number;
  readonly user?: string;
  readonly mailFrom?: string;
  readonly publicHost: string;
}

type SmtpAct =
  | (Mail & { readonly do: 'send'; readonly server: MailServer; readonly says: MailServerWords })
  /** Nothing: a mail takes some ms, and a history has many acts. */
  | { readonly do: 'rest' };

const PASSWORD = 'p@ss:w%20rd';
const HERE = ['127.0.0.1', '127.8.9.10', '[::1]'];
const HOSTS = [...HERE, '192.0.2.7', '10.127.0.1', '[2001:db8::1]', '128.0.0.1'];
const TO = ['amel@example.dz', 'a.b+c@mail.example.dz'];
const TEXTS = ['https://a.dz/x/1\n', 'مرحبًا\nhttps://a.dz/x/2\n', `${'long '.repeat(40)}\n.\n..\nend\n`];
const SENT_CHANCE = 0.15;
/** Less than a mail may take as a whole. */
const LIMIT_MAX_MS = 29_999;
const TURNS_MAX = 10_000;

export function smtpPart(): Part<null, SmtpAct> {
  return {
    name: 'smtp',
    limits: () => null,
    act: drawAct,
    pauseMs: () => 0,
    begin: (trial) => ({
      take: (act) => (act.do === 'send' ? send(trial, act) : undefined),
      compare() {},
    }),
  };
}

function drawAct(random: Random): SmtpAct {
  if (!random.chance(SENT_CHANCE)) return { do: 'rest' };
  const refused = random.pick(['MAIL', 'RCPT', 'DATA', '.', 'AUTH']);
  return {
    do: 'send',
    to: random.pick(TO),
    subject: random.pick(['Your account', 'كلمة مرور', 'a\r\nBcc: victim@example.dz']),
    text: random.pick(TEXTS),
    server: {
      isSecure: random.chance(0.3),
      host: random.pick(HOSTS),
      ...(random.chance(0.5) && { port: random.pick([25, 2525]) }),
      ...(random.chance(0.6) && { user: random.pick(['tollgate', 'me@a.dz', 'a b/c']) }),
      ...(random.chance(0.5) && { mailFrom: 'gateway@example.com' }),
      publicHost: random.pick(['a.dz', 'gate.example.org']),
    },
    says: {
      offersTls: random.chance(0.6),
      ...(random.chance(0.2) && { refuses: [refused, random.pick([421, 450, 550])] }),
      ...(random.chance(0.1) && { fallsSilentAt: random.pick(['greeting', 'EHLO', 'RCPT', '.']) }),
    },
  };
}

async function send(trial: Trial, act: Extract<SmtpAct, { readonly do: 'send' }>): Promise<void> {
  const { server, says } = act;
  const heard = new HeardMail();
  const limit = new AbortController();
  let outcome = '';
  // The client is loaded with the first mail, and how long that takes is the machine's matter.
  await import('nodemailer');
  await beforeMailServer(says, heard, async () => {
    const sent = transportTo(server)
      ?.send(act, limit.signal)
      .then(
        () => 'taken',
        (error: { readonly responseCode?: number }) => `refused ${error.responseCode ?? ''}`.trim(),
      )
      .then((how) => {
        outcome = how;
      });
    await turnsUntil(() => heard.isSilent || outcome !== '');
    limit.abort();
    // A client may wait longer than its mail is waited for.
    await Promise.race([sent, turnsUntil(() => heard.isClosed)]);
  });
  await turnsUntil(() => heard.isClosed);
  const due = dueWords(act);
  trial.same('call', heard.calls, [dueCall(server)]);
  trial.same(
    'words',
    heard.words.filter((word) => !word.endsWith('QUIT')),
    due.words,
  );
  if (!heard.isSilent) trial.same('outcome', outcome, due.outcome);
  trial.same('closed', heard.isClosed, true);
  trial.between('limit', Math.max(0, ...heard.limitsMs), heard.words.length > 0 ? 1 : 0, LIMIT_MAX_MS);
  const flaws = heard.texts.map((text) => flawsOf(text, { ...act, from: senderOf(server) }));
  trial.same('texts', flaws, due.isHandedOver ? [''] : []);
}

function transportTo({ user = '', isSecure, host, port, mailFrom, publicHost }: MailServer) {
  const before = user === '' ? '' : `${encodeURIComponent(user)}@`;
  const behind = port === undefined ? '' : `:${port}`;
  const smtpUrl = `${isSecure ? 'smtps' : 'smtp'}://${before}${host}${behind}`;
  const config = { smtpUrl, publicUrl: `https://${publicHost}:8443`, mailFrom } as NodeConfig;
  return makeMailTransport(config, { TOLLGATE_SMTP_PASSWORD: `${PASSWORD}\n` });
}

async function turnsUntil(isOver: () => boolean): Promise<void> {
  for (let turn = 0; turn < TURNS_MAX && !isOver(); turn++) await new Promise(setImmediate);
}

function dueCall({ isSecure, host, port = isSecure ? 465 : 587 }: MailServer): string {
  return `${isSecure ? 'secure' : 'plain'} ${host.replace('[', '').replace(']', '')}:${port}`;
}

interface DueWords {
  readonly words: readonly string[];
  readonly outcome: string;
  readonly isHandedOver: boolean;
}

/** Over a connection that others can read neither a password nor a mail goes, but to this machine. */
function dueWords({ to, server, says }: Extract<SmtpAct, { readonly do: 'send' }>): DueWords {
  const { isSecure, user, host } = server;
  const { offersTls, refuses, fallsSilentAt } = says;
  if (fallsSilentAt === 'greeting') return { words: [], outcome: '', isHandedOver: false };
  const becomesSecure = !isSecure && offersTls;
  const mark = isSecure || becomesSecure ? '*' : '';
  const mayGoOn = mark !== '' || HERE.includes(host);
  const hello = becomesSecure
    ? ['EHLO', 'STARTTLS', '*EHLO']
    : mayGoOn
      ? [`${mark}EHLO`]
      : ['EHLO', 'STARTTLS'];
  const login = user === undefined ? [] : [`${mark}AUTH PLAIN ${base64(`\0${user}\0${PASSWORD}`)}`];
  const mail = [`MAIL FROM:<${senderOf(server)}>`, `RCPT TO:<${to}>`, 'DATA'].map((word) => mark + word);
  const words = mayGoOn ? [...hello, ...login, ...mail] : hello;
  const isCommand = (word: string, command: string | undefined) =>
    command !== undefined && word.replace('*', '').startsWith(command);
  const lastAt = words.findIndex((word) => isCommand(word, fallsSilentAt) || isCommand(word, refuses?.[0]));
  if (lastAt >= 0) {
    const isRefused = isCommand(words[lastAt] ?? '', refuses?.[0]);
    const outcome = isRefused ? `refused ${refuses?.[1]}` : '';
    return { words: words.slice(0, lastAt + 1), outcome, isHandedOver: false };
  }
  if (!mayGoOn) return { words, outcome: 'refused 502', isHandedOver: false };
  return { words, outcome: refuses?.[0] === '.' ? `refused ${refuses[1]}` : 'taken', isHandedOver: true };
}

function senderOf({ mailFrom, publicHost }: MailServer): string {
  return mailFrom ?? `tollgate@${publicHost}`;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
