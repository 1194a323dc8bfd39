/** A request to the part of a node that takes jobs, and its answer. */
import type { Gateway } from '../../../../../src/http/pipeline/gateway.js';
import { type AnswerReceiver, SimulatedExchange } from '../../../node/listening/simulated-exchange.js';

export interface Asked {
  readonly method: 'GET' | 'POST' | 'HEAD';
  readonly path: string;
  readonly secret: string;
  readonly body?: object;
  readonly repeat?: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer that is a stream is there once it has ended. */
export function send(
  gateway: Gateway,
  asked: Asked,
  answered: (answer: Answer) => void,
): Pick<SimulatedExchange, 'cut'> {
  const text = asked.body === undefined ? '' : JSON.stringify(asked.body);
  const [path = '', query = ''] = asked.path.split('?');
  const ofBody = [
    ['content-type', 'application/json'],
    ['content-length', String(Buffer.byteLength(text))],
  ] as const;
  const fields: (readonly [string, string])[] = [
    ['host', 'elsewhere.test'],
    ['authorization', `Bearer ${asked.secret}`],
    ...(asked.repeat === undefined ? [] : [['idempotency-key', asked.repeat] as const]),
    ...(asked.body === undefined ? [] : ofBody),
  ];
  let streamed: Answer = { status: 0, fields: {}, body: '' };
  const receiver = {
    leaving: () => true,
    answered: (status: number, told: Answer['fields'], body: string) =>
      answered({ status, fields: told, body }),
    begun(status: number, fields: Answer['fields']) {
      streamed = { status, fields, body: '' };
    },
    read(text: string) {
      streamed = { ...streamed, body: streamed.body + text };
    },
    ended: () => answered(streamed),
    arrived() {},
    over() {},
  } as unknown as AnswerReceiver;
  const { method } = asked;
  const exchange = new SimulatedExchange({ method, path, query, fields, address: '192.0.2.1' }, receiver);
  gateway.handle(exchange);
  if (asked.body !== undefined) exchange.body(text);
  return exchange;
}
