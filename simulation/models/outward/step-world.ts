/** The surroundings of a step: the service as its caller has it, and as it is. */
import { isDeepStrictEqual } from 'node:util';
import type { Service } from '../../../src/outward/outward.js';
import type { EndedCall } from '../../../src/outward/traffic.js';
import type { HeardRequest, ScriptedService } from './scripted-service.js';

export const BASE = '/base';
/** No sound call takes so long, in ms, however busy the machine is. */
export const LONG_MS = 60_000;

/** The things that a step has at hand. */
export interface StepWorld {
  readonly service: Service;
  readonly own: ScriptedService;
  /** Those of this step. */
  readonly heard: () => readonly HeardRequest[];
  /** Calls that ended in this step. */
  readonly ended: () => readonly EndedCall[];
  readonly broke: (rule: string, message: string) => void;
}

/** Whether a value is that, with the difference if not. */
export function differs(what: string, is: unknown, due: unknown): string | undefined {
  if (isDeepStrictEqual(is, due)) return undefined;
  const text = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 200);
  return `${what} is ${text(is)}, and had to be ${text(due)}`;
}
