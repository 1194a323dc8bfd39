/** Makes an input shorter while what it showed stays. */
import { type HttpInput, IN_ONE_PIECE } from './wire/http-input.js';

/** Most inputs that are tried. */
const TRIES_MAX = 250;
/** When no more are begun, in ms. */
const TIME_LIMIT_MS = 10_000;

/** @param stays whether the input still shows it */
export async function shrinkInput(
  input: HttpInput,
  stays: (candidate: HttpInput) => Promise<boolean>,
): Promise<HttpInput> {
  let shortest = input;
  let tries = 0;
  const until = performance.now() + TIME_LIMIT_MS;
  const isOver = () => tries >= TRIES_MAX || performance.now() > until;
  const takes = async (candidate: HttpInput): Promise<boolean> => {
    if (isOver() || candidate.bytes === '') return false;
    tries += 1;
    if (!(await stays(candidate))) return false;
    shortest = candidate;
    return true;
  };
  await takes({ ...shortest, delivery: IN_ONE_PIECE });
  for (let size = Math.ceil(shortest.bytes.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < shortest.bytes.length && !isOver(); ) {
      const { bytes } = shortest;
      if (!(await takes({ ...shortest, bytes: bytes.slice(0, at) + bytes.slice(at + size) }))) at += size;
    }
  }
  return shortest;
}
