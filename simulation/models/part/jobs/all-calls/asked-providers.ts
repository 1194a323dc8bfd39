/** Providers that are asked, and answer when they are told to. */
import type { RemoteFile } from '../../../../../src/outward/outward.js';
import type { Provider } from '../../../../../src/providers/provider.js';

interface UnderWay {
  readonly name: string;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** `b` finds no jobs and cancels none, `a` tells handles by the ids of jobs, `a` and `d` have links. */
export class AskedProviders {
  /** Calls that began, since the list was emptied. */
  readonly told: string[] = [];
  readonly #now: () => number;
  readonly #underWay: UnderWay[] = [];
  readonly #begun = new Map<string, number>();
  /** That a file was asked for with. */
  signal: AbortSignal | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  make(name: string, configuration: number): Provider {
    const asked = <T>(kind: string, model: string, jobId: string, handle: string) =>
      this.#asked<T>(`${kind} ${name}${configuration} ${model} ${jobId} ${handle}`);
    return {
      name,
      models: [],
      lostAnswer: { kind: 'unknown' },
      ...(name === 'a' || name === 'd' ? { servesLinks: true } : {}),
      submit: ({ model, jobId }) => asked('submit', model, jobId, ''),
      poll: ({ model, jobId, handle }) => asked('poll', model, jobId, handle),
      ...(name === 'b'
        ? {}
        : {
            find: ({ model, jobId }) => asked('find', model, jobId, ''),
            cancel: ({ model, jobId, handle }) => asked('cancel', model, jobId, handle),
          }),
      ...(name === 'a' ? { handleOf: (jobId) => `made of ${jobId}` } : {}),
      content: async (location, signal) => {
        this.signal = signal;
        return contentOf(location, `${name}${configuration}`);
      },
    };
  }

  /** @param answer undefined for a call that breaks */
  answer(name: string, answer: { readonly is: unknown } | undefined): void {
    const call = this.#underWay.find((one) => one.name === name);
    if (answer === undefined) call?.reject(new Error('the connection is broken'));
    else call?.resolve(answer.is as never);
  }

  #asked<T>(id: string): Promise<T> {
    const nth = (this.#begun.get(id) ?? 0) + 1;
    this.#begun.set(id, nth);
    const name = `${id} #${nth}`;
    this.told.push(`${name} at ${this.#now()}`);
    return new Promise((resolve, reject) => this.#underWay.push({ name, resolve, reject }));
  }
}

/** A location holds the names of those that have it. */
function contentOf(location: string, provider: string): RemoteFile | undefined {
  if (location === 'error') throw new Error('the connection is broken');
  const file = { size: 5, takesRanges: true, async *read() {} };
  if (location === 'garbage') return { ...file, contentType: 1 as unknown as string };
  return location.includes(provider.charAt(0)) ? { ...file, contentType: provider } : undefined;
}
