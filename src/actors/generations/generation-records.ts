/** How a generation stands on disk. */
import { GENERATION_MACHINE_VERSION } from '../../machines/generation.js';
import type { MicroDa } from '../../money/micro-da.js';
import type { StoreReader } from '../../store/store.js';
import type { PurposeKind } from '../money/purpose.js';
import { decoded } from '../storage/unreadable-record.js';
import type { GenerationState } from './generation-messages.js';

/** The kind of actor that a generation is, and of its reservation. */
export const GENERATION_KIND = 'generation' satisfies PurposeKind;

interface GenerationRecord extends Omit<GenerationState, 'id'> {
  readonly v: 1;
  readonly machine_version: number;
}

/** In table `open_generations`, keyed by generation: the proof of its reservation. */
export interface OpenGenerationRecord {
  readonly v: 1;
  readonly key: string;
  readonly reserved: MicroDa;
  /** The marked part of it; absent if nothing is. */
  readonly marked?: MicroDa;
}

export function readGeneration(id: string, records: StoreReader): GenerationState | undefined {
  const text = records.get('generations', id);
  return text === undefined ? undefined : decoded('generations', id, () => decodeGeneration(id, text));
}

/** Fails closed on a snapshot that today's machine could misread. */
function decodeGeneration(id: string, text: string): GenerationState {
  const { v, machine_version, ...state } = JSON.parse(text) as GenerationRecord;
  if (v !== 1 || machine_version !== GENERATION_MACHINE_VERSION) {
    throw new Error(
      `generation ${id} was written by another version (record ${v}, machine ${machine_version})`,
    );
  }
  return { id, ...state };
}

export function encodeGeneration({ id: _, ...state }: GenerationState): string {
  const record: GenerationRecord = { v: 1, machine_version: GENERATION_MACHINE_VERSION, ...state };
  return JSON.stringify(record);
}

export function encodeOpenGeneration({ key, reserved, marked }: GenerationState): string {
  const record: OpenGenerationRecord = { v: 1, key, reserved, ...(marked === undefined ? {} : { marked }) };
  return JSON.stringify(record);
}
