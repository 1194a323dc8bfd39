/** The people of a history as their pages ought to have them, and a look at their list. */
import type { PlacedInvitation, PlacedPerson } from './drawn-people.js';
import type { ViewerName } from './viewers.js';

export interface PeopleFacts {
  readonly people: readonly PlacedPerson[];
  readonly invitations: readonly PlacedInvitation[];
  readonly isMailed: boolean;
  readonly now: number;
  readonly nowMs: number;
}

export interface ListAct {
  readonly do: 'list';
  readonly viewer: ViewerName;
  readonly account?: string;
  /** The number of the last one of the page before. */
  readonly after?: number | 'somebody';
  readonly done?: 'removed' | 'withdrawn';
  readonly alsoIn?: 'fr' | 'ar';
}
