/** A mail server on a socket of this machine, as far as mails are handed to it (RFC 5321). */
import { createServer, type Server, type Socket } from 'node:net';

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and text, as they were sent. */
  readonly data: string;
  /** The words of AUTH PLAIN, decoded; '' if nobody signed in. */
  readonly auth: string;
}

export class SmtpStandIn {
  readonly mails: TakenMail[] = [];
  /** The answer to RCPT TO. */
  answer = '250 ok';
  /** Is called before that. */
  onRecipient = () => {};
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((socket) => this.#talk(socket));
  }

  static async start(): Promise<SmtpStandIn> {
    const standIn = new SmtpStandIn();
    await new Promise<void>((resolve) => standIn.#server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #talk(socket: Socket): void {
    let [from, auth, data, isData] = ['', '', '', false];
    const to: string[] = [];
    const say = (line: string) => socket.write(`${line}\r\n`);
    const take = (line: string) => {
      if (isData) {
        if (line !== '.') data += `${line}\r\n`;
        else {
          isData = false;
          this.mails.push({ from, to, data, auth });
          say('250 taken');
        }
        return;
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'EHLO') socket.write('250-stand-in\r\n250 AUTH PLAIN\r\n');
      else if (verb === 'AUTH') {
        auth = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString();
        say('235 welcome');
      } else if (verb === 'MAIL') {
        from = line;
        say('250 ok');
      } else if (verb === 'RCPT') {
        to.push(line);
        this.onRecipient();
        say(this.answer);
      } else if (verb === 'DATA') {
        isData = true;
        say('354 go on');
      } else say(verb === 'QUIT' ? '221 bye' : '250 ok');
    };
    let left = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const lines = (left + chunk.toString('latin1')).split('\r\n');
      left = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
    say('220 stand-in');
  }
}
