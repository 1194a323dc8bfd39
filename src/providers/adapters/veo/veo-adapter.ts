/**
 * Veo over the Gemini API: https://ai.google.dev/gemini-api/docs/video
 *
 * Checked against the service's own client, `@google/genai` 2.18.0 (videos and their operations, in its
 * converters for the Gemini Developer API), in November 2026.
 *
 * A submit begins a long-running operation. It has no states but done and not done, and it cannot be
 * cancelled. A done one holds a file, an error, or nothing but the reasons of a content filter.
 */
import type { ServiceAnswer } from '../../../outward/outward.js';
import type { FailureSlug, ProviderState, ProviderSubmit, SubmitAnswer } from '../../provider.js';
import type { Adapter } from '../adapter.js';
import { listAt, numberAt, textAt, valueAt } from '../remote/answer-parts.js';
import { type ImageParts, imageBytes } from '../remote/image-bytes.js';
import { ONE_PART } from '../remote/model-names.js';
import { probed } from '../remote/probe.js';
import { type FailureTable, failed, lookedUp, made, slugIn, submitted } from '../remote/remote-answers.js';
import { fieldsOf } from '../remote/remote-fields.js';
import { remoteProvider } from '../remote/remote-provider.js';
import { veoMisfit } from './veo-models.js';
import { makeVeoStandIn } from './veo-stand-in.js';

/** `error.code` of an operation, one of google.rpc.Code; every other one is the provider's. */
const FAILURES: FailureTable = {
  3: 'invalid_input',
  4: 'provider_timeout',
  7: 'provider_rejected',
  8: 'provider_unavailable',
  13: 'provider_error',
  14: 'provider_unavailable',
  16: 'provider_rejected',
};

/** A prompt that breaks the rules for content is an invalid argument; its message alone tells. */
const CONTENT = /responsible ai|usage guidelines|safety|sensitive|violat|prohibited/i;

const DEFAULT_URL = 'https://generativelanguage.googleapis.com';
const OPERATION = /^(?:models|tunedModels)\/[\w.-]+\/operations\/[\w-]+$/;

export const veoAdapter: Adapter<Record<never, never>> = {
  kind: 'veo',
  isReal: true,
  failures: FAILURES,
  settings: {},
  defaultUrl: DEFAULT_URL,
  // Files are kept for two days.
  resultsExpire: true,
  example: { model: 'veo-3.0-generate-001', seconds: 4 },
  modelNames: ONE_PART,
  makeStandIn: makeVeoStandIn,
  create({ name, key, world, makeService }, { url = DEFAULT_URL }) {
    const service = makeService({ name, url, secretHeaders: { 'x-goog-api-key': key } });
    return remoteProvider(name, {
      // Operations can neither be named by us nor be listed.
      lostAnswer: { kind: 'unknown' },
      misfitOf: veoMisfit,
      submit: (request, { signal }) => submit({ service, world }, request, signal),
      poll: async ({ handle }, { signal }) =>
        stateOf(await lookedUp(service.call({ method: 'GET', path: `/v1beta/${handle}` }, signal))),
      probe({ signal }) {
        const asked = service.call({ method: 'GET', path: '/v1beta/models?pageSize=1000' }, signal);
        const told = asked.then((answer) =>
          refusalOf(answer) === 'provider_rejected' ? { ...answer, status: 401 } : answer,
        );
        return probed(told, ({ body }) => {
          const ids = listAt(body, 'models')?.map(
            (model) => textAt(model, 'name')?.replace('models/', '') ?? '',
          );
          const veo = ids?.filter((id) => id.startsWith('veo-')).join(', ');
          return ids && `it takes the key; models: ${veo || 'no Veo'}`;
        });
      },
      content: (location, signal) => service.openFile({ url: location, withSecret: true }, signal),
    });
  },
};

async function submit(
  parts: ImageParts,
  request: ProviderSubmit,
  signal: AbortSignal,
): Promise<SubmitAnswer> {
  const { image: given, aspectRatio, resolution, negativePrompt } = fieldsOf(request.extra);
  const image = given === undefined ? undefined : await imageBytes(parts, given, signal);
  if (image !== undefined && 'outcome' in image) return image;
  const body = {
    instances: [
      {
        prompt: request.prompt,
        image: image && {
          bytesBase64Encoded: Buffer.from(image.bytes).toString('base64'),
          mimeType: image.type,
        },
      },
    ],
    parameters: { durationSeconds: request.lengthMs / 1000, aspectRatio, resolution, negativePrompt },
  };
  const path = `/v1beta/models/${request.model}:predictLongRunning`;
  return submitted(parts.service.call({ method: 'POST', path, body }, signal), {
    handleOf: (answer) => OPERATION.exec(textAt(answer, 'name') ?? '')?.[0],
    slugOf: refusalOf,
    messageOf: (answer) => textAt(answer, 'error', 'message'),
  });
}

/** A wrong key is a bad request here, too. */
function refusalOf({ status, body }: ServiceAnswer): FailureSlug | undefined {
  const message = textAt(body, 'error', 'message') ?? '';
  if (status !== 400) return undefined;
  if (/api key/i.test(message)) return 'provider_rejected';
  return CONTENT.test(message) ? 'content_rejected' : undefined;
}

function stateOf(body: unknown): ProviderState {
  if (textAt(body, 'name') === undefined) throw new Error('not an operation of Veo');
  if (valueAt(body, ['done']) !== true) return { state: 'in_progress' };
  if ((valueAt(body, ['error']) ?? null) !== null) {
    const code = numberAt(body, 'error', 'code');
    const message = textAt(body, 'error', 'message');
    const isAboutContent = (code === undefined || code === 3) && CONTENT.test(message ?? '');
    return failed(
      isAboutContent ? 'content_rejected' : (slugIn(FAILURES, String(code)) ?? 'provider_error'),
      message,
    );
  }
  const response = valueAt(body, ['response', 'generateVideoResponse']);
  const location = textAt(response, 'generatedSamples', 0, 'video', 'uri');
  if (location !== undefined) return made(location);
  const reason = textAt(response, 'raiMediaFilteredReasons', 0);
  if (reason !== undefined || (numberAt(response, 'raiMediaFilteredCount') ?? 0) > 0) {
    return failed('content_rejected', reason);
  }
  throw new Error('Veo ended an operation with neither a file nor a reason');
}
