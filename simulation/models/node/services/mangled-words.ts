/** Garbled words of services, with a part missing or another. A job that goes on goes on all the same. */
import { placesOf } from '../../../world/garbage.js';
import type { Random } from '../../../world/random.js';
import { ASKED_AGAIN, type ServiceWord } from './word-forms.js';

export const NOT_OVER = 'not over';
const GOES_ON = ['pending', 'in_progress'];
const NONSENSE = [null, 7];

/** The word itself if it says that the job is over, or says nothing. */
export function mangled(word: ServiceWord, random: Random): ServiceWord {
  if (!saysThatItGoesOn(word.means) || typeof word.body !== 'object' || word.body === null) return word;
  const body: unknown = structuredClone(word.body);
  const places = placesOf(body);
  if (places.length === 0) return word;
  const { within, name } = random.pick(places);
  // A list without one of its items would make sense.
  if (!Array.isArray(within) && random.chance(0.4)) delete within[name];
  else within[name] = random.pick(NONSENSE);
  return { ...word, body, means: NOT_OVER };
}

export function saysThatItGoesOn(takenFor: string): boolean {
  return takenFor.startsWith(ASKED_AGAIN) || GOES_ON.some((state) => takenFor.startsWith(state));
}
