/** A mail server behind sockets that are none: all that a client of SMTP says comes to it at once. */
import net from 'node:net';
import { Duplex } from 'node:stream';
import tls from 'node:tls';

export interface MailServerWords {
  readonly offersTls: boolean;
  /** The first word of a command, and the status that it is answered with. */
  readonly refuses?: readonly [command: string, status: number];
  /** From this command on the server says nothing; the greeting is one. */
  readonly fallsSilentAt?: string;
}

/** The calls to a mail server, and the words that it was told. */
export class HeardMail {
  /** The kind of each connection, and the place that it was made to. */
  calls: string[] = [];
  /** `EHLO`, and others in order; a `*` before those that nobody else could read. */
  words: string[] = [];
  /** Headers and text of the mails that were sent. */
  texts: string[] = [];
  /** The limits that were set on its silence. */
  readonly limitsMs: number[] = [];
  isClosed = false;
  /** True once the server does not answer any more. */
  isSilent = false;
}

/** An end of a connection. The lines that it is handed are answered by `answer`. */
class MailSocket extends Duplex {
  readonly remoteAddress = '192.0.2.1';
  readonly #heard: HeardMail;
  readonly #answer: (line: string) => string | undefined;
  #left = '';

  constructor(heard: HeardMail, answer: (line: string) => string | undefined, greeting = '') {
    super();
    this.#heard = heard;
    this.#answer = answer;
    if (greeting !== '') this.push(greeting);
    this.on('error', () => {});
  }

  setTimeout(ms: number): this {
    if (ms > 0) this.#heard.limitsMs.push(ms);
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _: string, done: () => void): void {
    const lines = (this.#left + chunk.toString('latin1')).split('\r\n');
    this.#left = lines.pop() ?? '';
    for (const line of lines) {
      const answer = this.#answer(line);
      if (answer !== undefined) this.push(`${answer}\r\n`);
    }
    done();
  }

  override _final(done: () => void): void {
    done();
    this.destroy();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#heard.isClosed = true;
    done(error);
  }
}

/** Has all connections that are made until `act` is over lead to a mail server that answers so. */
export async function beforeMailServer(
  words: MailServerWords,
  heard: HeardMail,
  act: () => Promise<void>,
): Promise<void> {
  const talk = new Talk(words, heard);
  const plain = net.connect;
  const secure = tls.connect;
  const stand = (isSecure: boolean) => (to: Called, connected: () => void) =>
    talk.take(isSecure, to, connected);
  Object.assign(net, { connect: stand(false) });
  Object.assign(tls, { connect: stand(true) });
  try {
    await act();
  } finally {
    Object.assign(net, { connect: plain });
    Object.assign(tls, { connect: secure });
  }
}

interface Called {
  readonly host?: string;
  readonly port?: number;
  readonly rejectUnauthorized?: boolean;
  /** Of one that becomes secure. */
  readonly socket?: unknown;
}

class Talk {
  readonly #words: MailServerWords;
  readonly #heard: HeardMail;
  #isSecure = false;
  #text: string | undefined;

  constructor(words: MailServerWords, heard: HeardMail) {
    this.#words = words;
    this.#heard = heard;
  }

  take(isSecure: boolean, to: Called, connected: () => void): MailSocket {
    this.#isSecure = isSecure;
    const isUpgrade = to.socket !== undefined;
    const trust = to.rejectUnauthorized === false ? ' unseen' : '';
    if (!isUpgrade) this.#heard.calls.push(`${isSecure ? 'secure' : 'plain'} ${to.host}:${to.port}${trust}`);
    else if (trust !== '') this.#heard.calls.push(trust);
    this.#heard.isSilent ||= this.#words.fallsSilentAt === 'greeting';
    const greeting = isUpgrade || this.#heard.isSilent ? '' : '220 ready\r\n';
    const socket = new MailSocket(this.#heard, (line) => this.#answer(line), greeting);
    process.nextTick(connected);
    return socket;
  }

  #answer(line: string): string | undefined {
    if (this.#text !== undefined) {
      if (line !== '.') this.#text += `${line}\r\n`;
      else {
        this.#heard.texts.push(this.#text);
        this.#text = undefined;
        return this.#reply('.', '250 taken');
      }
      return undefined;
    }
    const [command = ''] = line.toUpperCase().split(' ');
    this.#heard.words.push(`${this.#isSecure ? '*' : ''}${command === 'EHLO' ? command : line}`);
    switch (command) {
      case 'EHLO':
        return this.#reply(command, `250-mail\r\n${this.#offered()}250 AUTH PLAIN`);
      case 'AUTH':
        return this.#reply(command, '235 welcome');
      case 'DATA': {
        const reply = this.#reply(command, '354 go on');
        if (reply?.startsWith('354')) this.#text = '';
        return reply;
      }
      case 'QUIT':
        return '221 bye';
      case 'STARTTLS':
        return this.#reply(command, this.#words.offersTls ? '220 go on' : '502 no');
      default:
        return this.#reply(command, '250 ok');
    }
  }

  #offered(): string {
    return this.#words.offersTls && !this.#isSecure ? '250-STARTTLS\r\n' : '';
  }

  #reply(command: string, usual: string): string | undefined {
    const { refuses, fallsSilentAt } = this.#words;
    this.#heard.isSilent ||= fallsSilentAt === command;
    if (this.#heard.isSilent) return undefined;
    return refuses?.[0] === command ? `${refuses[1]} no` : usual;
  }
}
