/** The people of a node, as far as pages ask about them. */
import type { Session } from '../../../actors/people/sessions.js';
import type { People } from '../../../people/people.js';
import type { Client, NewlySignedIn, SignedIn } from '../../../people/people-results.js';

export type { Client, NewlySignedIn, Session, SignedIn };

export type PeopleOfPages = Pick<
  People,
  | 'sessionOf'
  | 'signIn'
  | 'signOut'
  | 'signOutEverywhere'
  | 'sessionsOf'
  | 'invitationOf'
  | 'acceptInvitation'
  | 'changePassword'
  | 'signUp'
  | 'forgotten'
> & { readonly links: Pick<People['links'], 'isOpen' | 'use'> };
