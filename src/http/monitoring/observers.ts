/** Several observers of requests as one. */
import type { RequestObserver } from './request-observer.js';

/** Undefined if there are none. */
export function observersAsOne(
  observers: readonly (RequestObserver | undefined)[],
): RequestObserver | undefined {
  const present = observers.filter((observer) => observer !== undefined);
  const [only] = present;
  if (present.length < 2) return only;
  return {
    fields: present.flatMap(({ fields }) => fields),
    began: (request, head) => {
      for (const observer of present) observer.began(request, head);
    },
    answered: (request, status) => {
      for (const observer of present) observer.answered(request, status);
    },
    abandoned: (request) => {
      for (const observer of present) observer.abandoned(request);
    },
  };
}
