/** A request as the twin of the gateway knows it. */
import type { AskAct, DrawnSettings } from './gateway-acts.js';
import type { NaiveWindow } from './naive-answers.js';
import type { NaivePath, NaiveRoute } from './naive-routes.js';

export const NEVER = Number.POSITIVE_INFINITY;

export interface NaiveKey {
  readonly id: string;
  readonly account: string;
  readonly role: 'operator' | 'account' | undefined;
  readonly credits: number;
}

export interface Expected {
  readonly at: number;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly code?: string | undefined;
  readonly param?: string | undefined;
  /** Of a stream. */
  readonly bytes?: number | undefined;
  /** Undefined of a WebSocket. */
  readonly connection: string | undefined;
}

export interface NaiveRequest {
  readonly n: number;
  readonly act: AskAct;
  readonly path: NaivePath | undefined;
  /** In force when it came. */
  readonly settings: DrawnSettings;
  route: NaiveRoute | undefined;
  stage: 'reading' | 'queued' | 'running' | 'streaming' | 'over';
  window: NaiveWindow | undefined;
  key: number | undefined;
  dueAt: number;
  received: number;
  isBodyRead: boolean;
  mustClose: boolean;
  isBillable: boolean;
  isCalled: boolean;
  isAborted: boolean;
  /** Its toy has ended, though the answer may be late. */
  isFinished: boolean;
  /** The call in which it came in is over. */
  isLate: boolean;
  expected: Expected | undefined;
}

export function newRequest(
  n: number,
  act: AskAct,
  path: NaivePath | undefined,
  settings: DrawnSettings,
): NaiveRequest {
  return {
    ...{ n, act, path, settings, route: undefined, stage: 'reading', window: undefined, key: undefined },
    ...{ dueAt: NEVER, received: 0, isBodyRead: false, mustClose: false, isBillable: false },
    ...{ isCalled: false, isAborted: false, isFinished: false, isLate: false, expected: undefined },
  };
}

/** The route as figures name it. */
export function countedAs({ path, route }: NaiveRequest): string {
  return route === undefined ? 'other unmatched' : `${route.method} ${path?.template}`;
}
