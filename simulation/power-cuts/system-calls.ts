/**
 * The system calls of a traced node that matter to its database and to its clients, in their order, read from
 * the output of `strace -f -y -xx`.
 *
 * LMDB maps its file to be read only. It writes by `pwrite64`, and by `writev` behind an `lseek`; appended
 * zeros come by `write`.
 */

export type Moment =
  /** Bytes on their way to the file. `end` is the moment at which the call had returned. */
  | {
      readonly is: 'write';
      readonly at: number;
      readonly bytes: Buffer;
      readonly isSynced: boolean;
      end: number;
    }
  /** All that had been written before `begin` is on the disk. */
  | { readonly is: 'synced'; readonly begin: number }
  | { readonly is: 'cut'; readonly size: number }
  /** Bytes that a client is sent. */
  | { readonly is: 'sent'; readonly text: string };

interface OpenFile {
  readonly isSynced: boolean;
  readonly appends: boolean;
  at: number;
}

/** Does the rest of a call's work once it has returned. `tail` is the end of its line. */
type Returns = (result: number, tail: string) => void;

const LINE = /^(\d+) +(?:<\.\.\. (\w+) resumed>|(\w+)\()(.*)$/;
const RESULT = / = (-?\d+)(?:<.*)?(?: .*)?$/;
const UNFINISHED = ' <unfinished ...>';
/** Longer than a path and a result. */
const TAIL_CHARACTERS = 20_000;
const DESCRIPTOR = /^(\d+)<([^>]*)>/;

export class SystemCalls {
  readonly #path: string;
  readonly #moments: Moment[] = [];
  readonly #files = new Map<number, OpenFile>();
  /** By thread. */
  readonly #pending = new Map<string, Returns>();
  /** Length of the file, as far as it was written. */
  #size = 0;

  /** @param path of the database file */
  constructor(path: string) {
    this.#path = path;
  }

  get moments(): readonly Moment[] {
    return this.#moments;
  }

  read(line: string): void {
    const match = LINE.exec(line);
    if (match === null) return;
    const [, thread = '', , call, rest = ''] = match;
    const isUnfinished = rest.endsWith(UNFINISHED);
    const returns = call === undefined ? this.#pending.get(thread) : this.#begin(call, rest);
    this.#pending.delete(thread);
    if (returns === undefined) return;
    if (isUnfinished) this.#pending.set(thread, returns);
    else {
      const tail = rest.slice(-TAIL_CHARACTERS);
      returns(Number(RESULT.exec(tail)?.[1] ?? -1), tail);
    }
  }

  #begin(call: string, rest: string): Returns | undefined {
    if (call === 'openat') return this.#open(rest);
    const [, descriptor = '', name = ''] = DESCRIPTOR.exec(rest) ?? [];
    if (call === 'sendto') this.#moments.push({ is: 'sent', text: bytesIn(rest).toString('latin1') });
    if (decoded(name) !== this.#path) return undefined;
    const file = this.#files.get(Number(descriptor));
    if (file === undefined) throw new Error(`${call} on a descriptor that was not seen to be opened`);
    switch (call) {
      case 'close':
        return () => this.#files.delete(Number(descriptor));
      case 'lseek':
        return (result) => {
          file.at = result;
        };
      case 'pwrite64':
        return this.#write(file, rest, Number(/, (\d+)(?:\)| <)/.exec(rest.slice(-60))?.[1]));
      case 'write':
      case 'writev':
        return this.#write(file, rest, file.appends ? this.#size : file.at);
      case 'fdatasync':
      case 'fsync': {
        const begin = this.#moments.length;
        return (result) => {
          if (result === 0) this.#moments.push({ is: 'synced', begin });
        };
      }
      case 'ftruncate':
        return (result) => {
          const size = Number(/, (\d+)\)/.exec(rest)?.[1]);
          this.#size = size;
          if (result === 0) this.#moments.push({ is: 'cut', size });
        };
      default:
        throw new Error(`${call} on the database was not expected`);
    }
  }

  #open(rest: string): Returns {
    const [isSynced, appends] = [/O_D?SYNC/.test(rest), rest.includes('O_APPEND')];
    return (result, tail) => {
      if (decoded(/ = \d+<([^>]*)>/.exec(tail)?.[1] ?? '') === this.#path)
        this.#files.set(result, { isSynced, appends, at: 0 });
    };
  }

  #write(file: OpenFile, rest: string, at: number): Returns {
    const bytes = bytesIn(rest);
    const write = { is: 'write' as const, at, bytes, isSynced: file.isSynced, end: Number.POSITIVE_INFINITY };
    this.#moments.push(write);
    this.#size = Math.max(this.#size, at + bytes.length);
    return (result) => {
      if (result !== bytes.length) throw new Error(`${result} of ${bytes.length} bytes were written`);
      write.end = this.#moments.length;
      if (!file.appends) file.at = at + result;
    };
  }
}

/** All texts of a call, one behind the other. */
function bytesIn(rest: string): Buffer {
  const hex = [...rest.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, text = '']) =>
    text.replaceAll('\\x', ''),
  );
  return Buffer.from(hex.join(''), 'hex');
}

function decoded(name: string): string {
  return name.includes('\\x') ? Buffer.from(name.replaceAll('\\x', ''), 'hex').toString('latin1') : name;
}
