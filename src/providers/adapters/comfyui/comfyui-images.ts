/** Brings the image of a request to ComfyUI, which works on files of its own. */
import { NoConnectionError } from '../../../outward/outward.js';
import type { SubmitAnswer } from '../../provider.js';
import { textAt } from '../remote/answer-parts.js';
import { type ImageBytes, type ImageParts, imageBytes } from '../remote/image-bytes.js';

/**
 * Uploads the image as a file that is named for the prompt.
 *
 * @returns the name under which ComfyUI has it, or the answer to the submit, which has not been made then
 */
export async function uploadImage(
  parts: ImageParts,
  image: string,
  promptId: string,
  signal: AbortSignal,
): Promise<string | SubmitAnswer> {
  const loaded = await imageBytes(parts, image, signal);
  if ('outcome' in loaded) return loaded;
  const call = { method: 'POST', path: '/upload/image', body: formOf(loaded, promptId) } as const;
  try {
    const { status, body } = await parts.service.call(call, signal);
    const name = textAt(body, 'name');
    if (status === 200 && name !== undefined) {
      const subfolder = textAt(body, 'subfolder');
      return subfolder === undefined ? name : `${subfolder}/${name}`;
    }
    return refusal(status);
  } catch (error) {
    if (!(error instanceof NoConnectionError)) throw error;
    return { outcome: 'not_now', message: error.message };
  }
}

function formOf({ type, bytes }: ImageBytes, promptId: string): FormData {
  const form = new FormData();
  const file = new Blob([Uint8Array.from(bytes)], { type });
  form.append('image', file, `tollgate-${promptId}.${type.replace(/^image\/|\W.*$/g, '')}`);
  form.append('type', 'input');
  form.append('overwrite', 'true');
  return form;
}

function refusal(status: number): SubmitAnswer {
  const message = `The upload of the image was answered ${status}.`;
  if (status === 401 || status === 403) return { outcome: 'rejected', slug: 'provider_rejected', message };
  if (status === 400) return { outcome: 'rejected', slug: 'invalid_input', message };
  return { outcome: 'not_now', message };
}
