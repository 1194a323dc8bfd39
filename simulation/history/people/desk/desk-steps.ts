/** Steps of two people at the dashboard, one after the other in time; no other step has their numbers. */
import type { NodeStep } from '../../node-history.js';
import type { PeopleCall, Role } from '../../people-call.js';

/** Networks of their own. */
export const CLIENTS = [60, 61, 62, 63, 64] as const;
const FIRST_ID = -140_000;
/** A hash takes 20 ms, and a commit its time. */
const JOIN_MS = 400;

export class DeskSteps {
  readonly steps: NodeStep[] = [];
  at: number;
  readonly #firstId: number;

  /** @param nth of those who make such steps, each of whom has numbers of their own */
  constructor(from: number, nth: number) {
    this.at = from;
    this.#firstId = FIRST_ID - nth * 10_000;
  }

  /** @returns its name among the steps of people */
  send(call: PeopleCall, client: number = CLIENTS[0], as?: number): number {
    const id = this.#nextId;
    const own = as === undefined ? {} : { as };
    this.steps.push({ id, at: this.at, do: 'request', call, bodyAfterMs: 0, client, ...own });
    return id;
  }

  get #nextId(): number {
    return this.#firstId - this.steps.length;
  }

  /** The next commit fails. */
  failCommit(): void {
    this.steps.push({ id: this.#nextId, at: this.at, do: 'disk', fault: 'reject', skip: 0, commits: 1 });
  }

  /** Somebody is invited and accepts. @returns the invitation and the session */
  join(
    account: number,
    name: string,
    role: Role,
    password: string,
  ): { readonly link: number; readonly session: number } {
    const link = this.send({ op: 'invite', account, name, role });
    this.at += JOIN_MS;
    const session = this.send({ op: 'accept', link, password });
    this.at += JOIN_MS;
    return { link, session };
  }
}
