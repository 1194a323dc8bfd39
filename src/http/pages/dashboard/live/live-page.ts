/**
 * The WebSocket of the dashboard's pages. An operator's browser is sent the frames of the node if it asks for
 * them, every other one those of its own account.
 *
 * A request is judged as one that changes something: it has to come from a page of this origin. It is
 * answered at once, for the library has a connection changed only while its request is handled.
 */

import { type LiveHub, PAGES_LIVE_PATH } from '../../../live/live-hub.js';
import { windowNetworkOf } from '../../../request/client-address.js';
import { lineOfText, type PageAnswer, type PageInput, type WebPage } from '../../page.js';
import type { PeopleOfPages } from '../people.js';
import { isOfOwnPage, originOf } from '../requests/origin.js';
import type { RequestWindows } from '../requests/request-windows.js';
import { SIGNED_OUT } from '../requests/signed-out.js';

export interface LivePageParts {
  readonly publicUrl: () => string | undefined;
  readonly windows: RequestWindows;
  readonly people: Pick<PeopleOfPages, 'sessionOf'>;
  readonly live: Pick<LiveHub, 'refusal'>;
}

export function livePage(parts: LivePageParts, at: Pick<WebPage, 'surface'>): WebPage {
  return {
    ...at,
    path: PAGES_LIVE_PATH,
    headers: ['cookie', 'sec-fetch-site', 'origin'],
    get: (input) => watch(input, parts),
  };
}

function watch(input: PageInput, { publicUrl, windows, people, live }: LivePageParts): PageAnswer {
  const origin = originOf(input.requested, publicUrl());
  if (origin === undefined) return lineOfText(421, 'This host has no dashboard.');
  const token = input.cookies.get(origin.sessionCookie);
  const signedIn = token === undefined ? undefined : people.sessionOf(token);
  if (!windows.admit(signedIn?.user, windowNetworkOf(input.client)))
    return lineOfText(429, 'Too many requests; wait a minute.');
  if (!isOfOwnPage(origin, input.header('sec-fetch-site'), input.header('origin')))
    return lineOfText(403, 'A page of another site asked for this.');
  if (signedIn === undefined) return SIGNED_OUT;
  const { session, role, account: own } = signedIn;
  const isOfNode = role === 'operator' && new URLSearchParams(input.query).get('of') === 'node';
  const account = isOfNode ? undefined : own;
  return {
    kind: 'upgrade',
    watcher: { by: { kind: 'session', id: session }, account },
    refusal: live.refusal(account),
  };
}
