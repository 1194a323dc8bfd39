/** The answer to the script of a page whose session has ended: it says so, instead of showing a sign-in. */
import type { PageAnswer } from '../../page.js';

export const SIGNED_OUT: PageAnswer = {
  kind: 'page',
  status: 401,
  contentType: 'text/plain; charset=utf-8',
  body: 'Nobody is signed in.\n',
  headers: [
    ['Cache-Control', 'no-store'],
    ['X-Content-Type-Options', 'nosniff'],
  ],
};
