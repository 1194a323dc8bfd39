/** The values that a job puts into the places of a workflow. */
import { createHash } from 'node:crypto';
import type { Misfit, ProviderSubmit } from '../../provider.js';
import { frameSize } from '../remote/frame-size.js';
import { type ModelRules, misfitUnder } from '../remote/model-rules.js';
import { fieldsOf, type RemoteFields } from '../remote/remote-fields.js';
import type { Placeholder, Workflow, WorkflowValues } from './comfyui-workflow.js';

/** Fields of a request, and the placeholder that each has to have a place in. */
const PLACE_OF: Readonly<Record<keyof RemoteFields, Placeholder>> = {
  image: 'image',
  aspectRatio: 'width',
  resolution: 'width',
  seed: 'seed',
  negativePrompt: 'negative_prompt',
};

/** Video models work on blocks of pixels. */
const BLOCK_PIXELS = 16;

export function comfyuiMisfit(
  { placeholders }: Workflow,
  request: Omit<ProviderSubmit, 'jobId'>,
): Misfit | undefined {
  const fields = Object.keys(PLACE_OF) as (keyof RemoteFields)[];
  const rules: ModelRules = {
    refuses: fields.filter((field) => !placeholders.has(PLACE_OF[field])),
    needsImage: placeholders.has('image'),
  };
  return misfitUnder(rules, request);
}

/** @param image the name of the uploaded image; '' if there is none */
export function comfyuiValues(
  { jobId, prompt, lengthMs, extra }: ProviderSubmit,
  fps: number,
  image: string,
): WorkflowValues {
  const fields = fieldsOf(extra);
  const seconds = lengthMs / 1000;
  return {
    prompt,
    negative_prompt: fields.negativePrompt ?? '',
    seed: fields.seed ?? digestOf(jobId).readUInt32BE(16),
    seconds,
    frames: Math.max(1, Math.round(seconds * fps)),
    ...frameSize(fields, BLOCK_PIXELS),
    image,
  };
}

/** The id of a job's prompt, a UUID. It follows from the job's id, so that the prompt can be found. */
export function promptIdOf(jobId: string): string {
  return uuidOf(digestOf(jobId));
}

/** A UUID of version 8 (RFC 9562, 5.8) of the first 16 bytes. */
export function uuidOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function digestOf(jobId: string): Buffer {
  return createHash('sha256').update(jobId).digest();
}
