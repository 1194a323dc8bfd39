/** The bytes of a request's image, for services that take no URL of one. */
import type { Service } from '../../../outward/outward.js';
import type { World } from '../../../time/world.js';
import type { SubmitAnswer } from '../../provider.js';

export interface ImageBytes {
  /** `image/png` */
  readonly type: string;
  readonly bytes: Uint8Array;
}

const IMAGE_BYTES_MAX = 20 * 1024 * 1024;
/** Far less than a submit may take: a slow host of images must not look like a slow provider. */
const LOADING_LIMIT_MS = 8_000;

export interface ImageParts {
  readonly service: Service;
  readonly world: World;
}

/**
 * Decodes a `data:` URI, or loads the URL.
 *
 * @returns the answer to the submit, which has not been made then, if the image is not to be had
 */
export async function imageBytes(
  { service, world }: ImageParts,
  image: string,
  signal: AbortSignal,
): Promise<ImageBytes | SubmitAnswer> {
  if (image.startsWith('data:')) {
    const type = image.slice('data:'.length, image.indexOf(';'));
    return { type, bytes: Buffer.from(image.slice(image.indexOf(',') + 1), 'base64') };
  }
  const limit = new AbortController();
  const cancelLimit = world.after(LOADING_LIMIT_MS, () => limit.abort());
  try {
    const loading = loaded(service, image, AbortSignal.any([signal, limit.signal]));
    return (await loading) ?? unusable('The image cannot be had at its address.');
  } catch (error) {
    // A client's dead link is to end the client's job, and not to count as a failure of the provider.
    if (signal.aborted) throw error;
    return unusable('The image cannot be had at its address.');
  } finally {
    cancelLimit();
  }
}

async function loaded(
  service: Service,
  url: string,
  signal: AbortSignal,
): Promise<ImageBytes | SubmitAnswer | undefined> {
  const file = await service.openFile({ url, isForeign: true }, signal);
  if (file === undefined) return undefined;
  const type = file.contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!/^image\/[a-z0-9.+-]+$/.test(type)) return unusable('The address of the image holds no image.');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file.read(0, undefined)) {
    size += chunk.length;
    if (size > IMAGE_BYTES_MAX) return unusable('The image is longer than 20 MiB.');
    chunks.push(chunk);
  }
  return { type, bytes: Buffer.concat(chunks) };
}

function unusable(message: string): SubmitAnswer {
  return { outcome: 'rejected', slug: 'invalid_input', message };
}
