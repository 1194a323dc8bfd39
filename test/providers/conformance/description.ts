/**
 * The published descriptions beside the adapters: each answer of a stand-in is held against its service's, so
 * that adapter and stand-in cannot share a misreading.
 */
import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { StandInAnswer, StandInRequest } from '../../../src/providers/adapters/remote/stand-in.js';
import { StandInStream } from '../../../src/providers/adapters/remote/stand-in-stream.js';

/** Of a stream so many events are held against the description: it may be endless. */
const EVENTS_MAX = 200;

interface DescribedAnswer {
  /** Regular expressions. */
  readonly method: string;
  readonly path: string;
  readonly status: readonly number[];
  /** True if the schema is that of each event of a stream. */
  readonly isEvents?: boolean;
  readonly schema: object;
}

interface DescriptionFile {
  /** The page or client that it was taken from, with its version. */
  readonly source: string;
  /** The day on which the source was read. */
  readonly read: string;
  /** The first that fits an answer counts. */
  readonly answers: readonly DescribedAnswer[];
  readonly $defs?: object;
}

export class Description {
  readonly source: string;
  readonly read: string;
  readonly #answers: readonly (DescribedAnswer & { readonly validate: ValidateFunction })[];

  constructor(kind: string) {
    const file = new URL(`../../../src/providers/adapters/${kind}/${kind}-description.json`, import.meta.url);
    if (!existsSync(file)) throw new Error(`${kind} keeps no published description beside its adapter`);
    const { source, read, answers, $defs }: DescriptionFile = JSON.parse(readFileSync(file, 'utf8'));
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    this.source = source;
    this.read = read;
    this.#answers = answers.map((answer) => ({
      ...answer,
      validate: ajv.compile({ ...answer.schema, $defs }),
    }));
  }

  /** The way in which an answer is not as described; undefined if it is. Files are described nowhere. */
  deviation({ method, path }: StandInRequest, { status, body }: StandInAnswer): string | undefined {
    if (body instanceof Uint8Array || path.startsWith('/files/')) return undefined;
    const described = this.#answers.find(
      (answer) =>
        new RegExp(`^(${answer.method})$`).test(method) &&
        new RegExp(answer.path).test(path) &&
        answer.status.includes(status) &&
        (answer.isEvents === true) === body instanceof StandInStream,
    );
    if (described === undefined) return `${method} ${path} ${status} is not described`;
    for (const arrived of body instanceof StandInStream ? eventsOf(body) : [arrivedOf(body)]) {
      if (described.validate(arrived)) continue;
      const errors = described.validate.errors?.map(
        ({ instancePath, message }) => `${instancePath} ${message}`,
      );
      return `${method} ${path} ${status}: ${errors?.join('; ')}\n${JSON.stringify(arrived)}`;
    }
    return undefined;
  }
}

/** As it arrives, without all that JSON cannot say. */
function arrivedOf(body: unknown): unknown {
  return body === undefined ? undefined : JSON.parse(JSON.stringify(body));
}

function* eventsOf({ pieces }: StandInStream): Generator<unknown> {
  let count = 0;
  for (const { bytes } of pieces()) {
    const data = Buffer.from(bytes)
      .toString()
      .replace(/^data: /, '')
      .trim();
    if (data !== '[DONE]') yield JSON.parse(data);
    if (++count === EVENTS_MAX) return;
  }
}
