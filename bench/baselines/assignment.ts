/**
 * The assignment of a baseline written for Node: arguments are a file with the answer, and the limit of a
 * key.
 */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { RawAnswer } from '../load/raw-answer.js';

export interface Assignment {
  readonly answer: RawAnswer;
  /** Requests a minute of one `Authorization` header. */
  readonly limit: number;
}

export const WINDOW_MS = 60_000;

export function readAssignment(): Assignment {
  const [file = '', limit = ''] = process.argv.slice(2);
  return { answer: JSON.parse(readFileSync(file, 'utf8')) as RawAnswer, limit: Number(limit) };
}

/** The headers as most frameworks take them. */
export function headerRecord({ headers }: RawAnswer): Record<string, string> {
  return Object.fromEntries(headers);
}

/** The same with the length, without which `writeHead` of Node makes an answer of chunks. */
export function headersWithLength(answer: RawAnswer): Record<string, string> {
  return { ...headerRecord(answer), 'Content-Length': String(Buffer.byteLength(answer.body)) };
}

const MANIFEST = new URL('../../../bench/package.json', import.meta.url);

/** Of the packages of `bench/package.json`, which fixes them. */
export const packageVersions = (
  JSON.parse(readFileSync(MANIFEST, 'utf8')) as { dependencies: Readonly<Record<string, string>> }
).dependencies;

/** A package of `bench/package.json`, which the project itself does not depend on. */
export function loadPackage(name: string): unknown {
  return createRequire(MANIFEST)(name);
}

export function announce(server: Pick<Server, 'address'>): void {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  process.stdout.write(`listening ${address.port}\n`);
}
