/** The two transports: over the network, and within the process to a folder that no node serves. */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { codeOf, messageOf } from '../../errors/error-text.js';
import type { ManagedFolder } from '../../node/managed-folder.js';
import { CommandFailed, UNREACHABLE } from '../framework/exit-status.js';
import type { ApiAnswer, Transport } from './management-api.js';
import { requestTo } from './node-address.js';

/** A node that is silent for so long is given up. */
const SILENCE_MS_MAX = 30_000;
/** The code of the error for such a silence. */
const SILENCE = 'ESILENCE';
const ANSWER_BYTES_MAX = 256 * 1024 * 1024;

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOENT: 'there is no such socket',
  EACCES: 'this user may not connect to that socket',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host cannot be looked up at present',
  ETIMEDOUT: 'no answer',
  EHOSTUNREACH: 'that host cannot be reached',
  ENETUNREACH: 'that network cannot be reached',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  EPROTO: 'the TLS handshake failed',
};
/** With these, the request may have reached the node. */
const IN_DOUBT = ['ECONNRESET', 'EPIPE', SILENCE];

export interface NetworkTraits {
  /** Ends the message if the node cannot be reached. */
  readonly otherwise?: string;
  /**
   * True if this machine's own node left the address in its data folder. Its certificate names the host that
   * clients use, and not this address.
   */
  readonly isOwn?: boolean;
  /** How long a node that was reached may be silent, in ms; 30,000 if left out. */
  readonly silenceMsMax?: number;
}

/** @param base see `node-address.ts`; without a trailing slash, with a path if the node is behind one */
export function networkTransport(
  base: string,
  { otherwise = '', isOwn = false, silenceMsMax = SILENCE_MS_MAX }: NetworkTraits = {},
): Transport {
  const name = `the node at ${base}`;
  return {
    name,
    async send(method, path, query, fields, body) {
      const { url, socketPath } = requestTo(base, `${path}${query === '' ? '' : `?${query}`}`);
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
      try {
        return await exchange(silenceMsMax, (answered) =>
          send(
            url,
            {
              method,
              agent: false,
              socketPath,
              rejectUnauthorized: !isOwn,
              headers: {
                ...Object.fromEntries(fields),
                ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
              },
            },
            answered,
          ).end(body),
        );
      } catch (error) {
        const isInDoubt = method !== 'GET' && IN_DOUBT.includes(codeOf(error) ?? '');
        const doubt = isInDoubt ? '; the change may have been made' : '';
        const message = `${name} cannot be reached: ${reasonOf(error)}${doubt}${otherwise}`;
        throw new CommandFailed(message, UNREACHABLE, { cause: error });
      }
    },
    close: async () => {},
  };
}

export function folderTransport(path: string, folder: ManagedFolder): Transport {
  return {
    name: `the data folder ${path}`,
    send: (method, at, query, fields, body) => folder.ask({ method, path: at, query, fields, body }),
    close: () => folder.close(),
  };
}

function exchange(
  silenceMsMax: number,
  begin: (answered: (message: IncomingMessage) => void) => ClientRequest,
): Promise<ApiAnswer> {
  return new Promise((resolve, reject) => {
    const sent = begin((message) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      message.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > ANSWER_BYTES_MAX) message.destroy(new Error('the answer is too long'));
        else chunks.push(chunk);
      });
      message.on('error', reject);
      message.on('end', () =>
        resolve({
          status: message.statusCode ?? 0,
          fields: new Map(Object.entries(message.headers).map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.setTimeout(silenceMsMax, () => {
      const silence = new Error(`no answer within ${silenceMsMax / 1_000} s`);
      sent.destroy(Object.assign(silence, { code: SILENCE }));
    });
    sent.on('error', reject);
  });
}

/** Why a connection failed or was cut, in words. */
export function reasonOf(error: unknown): string {
  return REASONS[codeOf(error) ?? ''] ?? messageOf(error);
}
