/** The answer to the script of a page whose session has ended: it says so, instead of showing a sign-in. */
import { lineOfText } from '../../page.js';

export const SIGNED_OUT = lineOfText(401, 'Nobody is signed in.');
